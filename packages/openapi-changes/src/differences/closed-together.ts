import type { OpenApi } from '../document.ts'
import { bothOf } from './both-of.ts'
import type { Shape } from './shape.ts'

/** Conditions that leave it open of which properties they speak, or speak of none. */
const harmless = new Set(['not', 'propertyNames', 'dependentRequired', 'patternProperties'])

/**
 * What `unevaluated…` closes is all that is said beside it. Where that can be put together, it says the same as
 * `additionalProperties` and `items` do there.
 * @param own the part that has the keywords of its own schema
 */
export const closedTogether = (document: OpenApi, own: Shape, parts: Shape[]): Shape | undefined => {
  const [properties, items] = ['unevaluatedProperties', 'unevaluatedItems'].map((keyword) =>
    own.conditions.get(keyword),
  )
  if (!properties && !items) return undefined
  const open = { ...own, conditions: new Map(own.conditions) }
  open.conditions.delete('unevaluatedProperties')
  open.conditions.delete('unevaluatedItems')
  const together = inOne(parts.map((part) => (part === own ? open : part)))
  if (
    !together ||
    together.choice ||
    [...together.conditions.keys()].some((keyword) => !harmless.has(keyword))
  )
    return undefined
  const others = properties?.value === false ? 'closed' : properties && [document.settle(properties)]
  return {
    ...together,
    ...(others && together.others === 'open' && { others }),
    ...(items && together.items.length === 0 && { items: [document.settle(items)] }),
  }
}

const inOne = ([first, ...others]: Shape[]): Shape | undefined =>
  others.reduce<Shape | undefined>((one, other) => one && bothOf(one, other), first)
