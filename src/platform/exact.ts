import type { symbols } from '@vinejs/vine'
import type { ConstructableSchema } from '@vinejs/vine/types'

type Exact<Schema> = Schema extends {
  [symbols.ITYPE]: infer In
  [symbols.OTYPE]: infer Out
  [symbols.COTYPE]: infer CamelCase
}
  ? ConstructableSchema<In, Out, CamelCase>
  : never

/** A schema as it is. The types of Vine's modifiers are not exact about optional properties. */
export const exact = <Schema>(schema: Schema): Exact<Schema> => schema as Exact<Schema>

/** A field that may be left out, or null. */
export const optional = <Schema>(schema: { optional(): Schema }): Exact<Schema> => exact(schema.optional())

/** What a body must be, in the words of Vine's validators. */
export type BodyShape<Body> = {
  validate(data: unknown, options: never): Promise<Body>
  toJSONSchema(): object
}
