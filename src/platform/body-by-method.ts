import type { BodyShape } from './exact.ts'
import { propertiesOf } from './properties-of.ts'

type Shapes = readonly (readonly [methods: readonly string[], shape: BodyShape<unknown>])[]

type BodyOf<Shape> = Shape extends BodyShape<infer Body> ? Body : never

/**
 * A body whose `method` decides its shape. Shapes list their methods, so that the document tells them apart.
 * @param refusing matches nothing, and explains the fault if the method is unknown
 */
export const bodyByMethod = <const All extends Shapes>(
  shapes: All,
  refusing: BodyShape<unknown>,
): BodyShape<BodyOf<All[number][1]>> & { branches: readonly BodyShape<unknown>[] } => {
  const branches = shapes.map(([, shape]) => shape)
  return {
    branches,
    validate: (data, options) => {
      const { method } = propertiesOf(data)
      const [, shape] = shapes.find(([methods]) => methods.some((one) => one === method)) ?? [[], refusing]
      return shape.validate(data, options) as Promise<BodyOf<All[number][1]>>
    },
    toJSONSchema: () => ({ oneOf: branches.map((shape) => shape.toJSONSchema()) }),
  }
}
