import type { BodyShape } from './exact.ts'
import { propertiesOf } from './properties-of.ts'

type Shapes = Readonly<Record<string, BodyShape<unknown>>>

type BodyOf<Shape> = Shape extends BodyShape<infer Body> ? Body : never

/**
 * A body whose `method` says which of these it is. Each names its own methods, so that a document tells them apart.
 * @param refusing fits none, and says what is wrong where no such method is meant
 */
export const bodyByMethod = <All extends Shapes>(
  shapes: All,
  refusing: BodyShape<unknown>,
): BodyShape<BodyOf<All[keyof All]>> & { branches: readonly BodyShape<unknown>[] } => {
  const branches = [...new Set(Object.values(shapes))]
  return {
    branches,
    validate: (data, options) => {
      const { method } = propertiesOf(data)
      const isKnown = typeof method === 'string' && Object.hasOwn(shapes, method)
      const shape = (isKnown && shapes[method]) || refusing
      return shape.validate(data, options) as Promise<BodyOf<All[keyof All]>>
    },
    toJSONSchema: () => ({ oneOf: branches.map((shape) => shape.toJSONSchema()) }),
  }
}
