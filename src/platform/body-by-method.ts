import vine from '@vinejs/vine'
import type { BodyShape } from './exact.ts'
import { keysOf } from './keys-of.ts'

type Shapes = Readonly<Record<string, BodyShape<unknown>>>

type BodyOf<Shape> = Shape extends BodyShape<infer Body> ? Body : never

/** A body whose `method` says which of these it is. Each names its own methods, so that a document tells them apart. */
export const bodyByMethod = <All extends Shapes>(
  shapes: All,
): BodyShape<BodyOf<All[keyof All]>> & { branches: readonly BodyShape<unknown>[] } => {
  const methods = keysOf(shapes)
  const named = vine.create({ method: vine.enum(methods as string[]) })
  const branches = [...new Set(Object.values(shapes))]
  return {
    branches,
    validate: async (data, options) => {
      const { method } = await named.validate(data, options)
      return shapes[method]?.validate(data, options) as Promise<BodyOf<All[keyof All]>>
    },
    toJSONSchema: () => ({ oneOf: branches.map((shape) => shape.toJSONSchema()) }),
  }
}
