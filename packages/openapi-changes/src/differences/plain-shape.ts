import type { Shape } from './shape.ts'
import { allTypes } from './types.ts'

/** Fits whatever there is. */
export const anything = (pointer: string): Shape => ({
  pointer,
  at: () => undefined,
  types: allTypes,
  isNullable: true,
  isNullMeant: false,
  bounds: new Map(),
  hasUniqueItems: false,
  properties: new Map(),
  required: new Map(),
  others: 'open',
  prefix: [],
  items: [],
  rest: [],
  conditions: new Map(),
  isDeprecated: false,
  isReadOnly: false,
  isWriteOnly: false,
})

/** Nothing but, perhaps, a choice. */
export const saysNothing = (shape: Shape): boolean =>
  shape.isNullable && shape.types.size === allTypes.size && !shape.values && saysNoMore(shape)

/** Nothing but, perhaps, a choice, types and values. */
export const saysNoMore = (shape: Shape): boolean =>
  !shape.known &&
  shape.bounds.size + shape.properties.size + shape.required.size + shape.conditions.size === 0 &&
  shape.prefix.length + shape.items.length + shape.rest.length === 0 &&
  shape.others === 'open' &&
  shape.multipleOf === undefined &&
  shape.pattern === undefined &&
  shape.format === undefined &&
  !shape.hasUniqueItems
