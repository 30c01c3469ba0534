import { isObject } from '../document.ts'
import { boundsOfBoth } from './bounds.ts'
import { fromCanonical } from './canonical.ts'
import { groupOf, isAlone } from './condition-words.ts'
import type { Part, Schema, Shape } from './shape.ts'
import { intersected, isOfType, type Types } from './types.ts'

/** What fits both, or `undefined` where that cannot be said in one. */
export const bothOf = (one: Shape, other: Shape): Shape | undefined => {
  const others = othersOfBoth(one, other)
  const isClear = alone.every((key) => canStand(one[key], other[key])) && !knowOfEachOther(one, other)
  if (!isClear || !others) return undefined
  const types = intersected(one.types, other.types)
  const values = valuesOfBoth(one, other, types)
  return {
    pointer: one.pointer,
    at: (keyword) => one.at(keyword) ?? other.at(keyword),
    title: one.title ?? other.title,
    types,
    isNullable: one.isNullable && other.isNullable,
    isNullMeant: one.isNullMeant || other.isNullMeant,
    values,
    known: values ? undefined : knownOfBoth(one, other),
    bounds: boundsOfBoth(one.bounds, other.bounds),
    multipleOf: one.multipleOf ?? other.multipleOf,
    hasUniqueItems: one.hasUniqueItems || other.hasUniqueItems,
    pattern: one.pattern ?? other.pattern,
    format: one.format ?? other.format,
    standard: one.standard ?? other.standard,
    xml: one.xml === undefined || other.xml === undefined ? (one.xml ?? other.xml) : one.xml + other.xml,
    properties: propertiesOfBoth(one, other),
    required: mapOfBoth(one.required, other.required),
    others,
    prefix: prefixOfBoth(one, other),
    items: together(one.items, other.items),
    choice: one.choice ?? other.choice,
    discriminator: one.discriminator ?? other.discriminator,
    rest: [...one.rest, ...other.rest],
    conditions: mapOfBoth(other.conditions, one.conditions),
    isDeprecated: one.isDeprecated || other.isDeprecated,
    sunset: one.sunset ?? other.sunset,
    isReadOnly: one.isReadOnly || other.isReadOnly,
    isWriteOnly: one.isWriteOnly || other.isWriteOnly,
  }
}

/** What only one of two can say, unless both say the same. */
const alone = ['multipleOf', 'pattern', 'format', 'standard', 'choice', 'discriminator'] as const

const canStand = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined || one === other

/** Some conditions are about what stands beside them, and of that only. And none can be said twice in one. */
const knowOfEachOther = (one: Shape, other: Shape): boolean =>
  (looksAside(one) && saysOfContents(other)) ||
  (looksAside(other) && saysOfContents(one)) ||
  (one.conditions.size > 0 && [...other.conditions.keys()].some((keyword) => isSaid(keyword, one)))

const looksAside = ({ conditions }: Shape): boolean =>
  [...conditions.keys()].some((keyword) => !isAlone(keyword))

const isSaid = (keyword: string, { conditions }: Shape): boolean =>
  [...conditions.keys()].some((other) => groupOf(other) === groupOf(keyword))

const saysOfContents = ({ properties, others, prefix, items, conditions }: Shape): boolean =>
  properties.size + prefix.length + items.length + conditions.size > 0 || others !== 'open'

/** Closed to others, and others come from beside: then each has to be asked on its own. */
const othersOfBoth = (one: Shape, other: Shape): Shape['others'] | undefined => {
  const isMissing = (shape: Shape, beside: Shape) =>
    !allowsAny(shape.others) && [...beside.properties.keys()].some((name) => !shape.properties.has(name))
  if (isMissing(one, other) || isMissing(other, one)) return undefined
  if (one.others === 'closed' || other.others === 'closed') return 'closed'
  if (one.others === 'open') return other.others
  return other.others === 'open' ? one.others : together(one.others, other.others)
}

const allowsAny = (others: Shape['others']): boolean => {
  if (typeof others === 'string') return others === 'open'
  return others.every(({ value }) => value === true || (isObject(value) && Object.keys(value).length === 0))
}

const prefixOfBoth = (one: Shape, other: Shape): readonly Schema[] => {
  const longer = one.prefix.length > other.prefix.length ? one.prefix : other.prefix
  return longer.map((_, at) => together(one.prefix[at] ?? one.items, other.prefix[at] ?? other.items))
}

const together = (one: Schema, other: Schema): Schema => [
  ...one,
  ...other.filter(({ pointer }) => !one.some((place) => place.pointer === pointer)),
]

/** The first of them where both say something. */
const mapOfBoth = <Item>(
  one: ReadonlyMap<string, Item>,
  other: ReadonlyMap<string, Item>,
): ReadonlyMap<string, Item> => {
  if (one.size === 0 || other.size === 0) return one.size === 0 ? other : one
  return new Map([...other, ...one])
}

const propertiesOfBoth = (one: Shape, other: Shape): ReadonlyMap<string, Part> => {
  if (one.properties.size === 0 || other.properties.size === 0)
    return one.properties.size === 0 ? other.properties : one.properties
  const properties = new Map(one.properties)
  for (const [name, part] of other.properties) {
    const known = properties.get(name)
    properties.set(name, known ? { ...known, schema: together(known.schema, part.schema) } : part)
  }
  return properties
}

const knownOfBoth = (one: Shape, other: Shape): ReadonlyMap<string, string> | undefined =>
  one.known && other.known ? new Map([...other.known, ...one.known]) : (one.known ?? other.known)

const valuesOfBoth = (one: Shape, other: Shape, types: Types): ReadonlyMap<string, string> | undefined => {
  const values = one.values ?? other.values
  if (!values) return undefined
  const isLeft = (value: string) =>
    isOfType(fromCanonical(value), types) && (other.values ?? values).has(value)
  return new Map([...values].filter(([value]) => isLeft(value)))
}
