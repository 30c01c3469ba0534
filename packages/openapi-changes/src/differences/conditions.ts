import type { OpenApi, Place } from '../document.ts'
import { append } from '../pointer.ts'

/** Keywords that are looked at one by one, or that say nothing about what fits. */
const understood = new Set(
  `$ref $id $schema $anchor $comment $defs definitions title description summary example examples externalDocs xml
  type nullable enum const default format pattern multipleOf uniqueItems minimum exclusiveMinimum maximum
  exclusiveMaximum minLength maxLength minItems maxItems minProperties maxProperties properties required
  additionalProperties items oneOf anyOf allOf discriminator deprecated readOnly writeOnly`.split(/\s+/),
)

const none: ReadonlyMap<string, Place> = new Map()

/** What a schema demands by keywords that are compared as a whole: `not`, `if`, `contains`, and those not known. */
export const conditionsOf = (place: Place, besides: string[]): ReadonlyMap<string, Place> => {
  const schema = place.value as Record<string, unknown>
  const keywords = Object.keys(schema).filter(
    (keyword) => besides.includes(keyword) || (!understood.has(keyword) && !keyword.startsWith('x-')),
  )
  return keywords.length === 0
    ? none
    : new Map(
        keywords.map((keyword) => [
          keyword,
          { value: schema[keyword], pointer: append(keyword, place.pointer) },
        ]),
      )
}

/** Whether two places say the same, whatever they refer to. Texts for people do not count. */
export const areSame = (older: OpenApi, newer: OpenApi, one: Place, other: Place): boolean => {
  const pairs: (readonly [Place, Place])[] = [[one, other]]
  const seen = new Set<string>()
  for (const pair of pairs) {
    const [left, right] = [older.settle(pair[0]), newer.settle(pair[1])]
    const key = `${left.pointer} ${right.pointer}`
    if (seen.has(key)) continue
    seen.add(key)
    const members = membersOfBoth(membersOf(older, left), membersOf(newer, right))
    if (!members || scalarOf(left) !== scalarOf(right)) return false
    pairs.push(...members)
  }
  return true
}

const scalarOf = ({ value }: Place): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? Array : Object
}

const membersOfBoth = (one: Map<string, Place>, other: Map<string, Place>) => {
  const pairs = [...one].flatMap(([key, member]) => {
    const match = other.get(key)
    return match ? [[member, match] as const] : []
  })
  return pairs.length === one.size && one.size === other.size ? pairs : undefined
}

/** A text called `description` is one for people, and a schema called so is a property. */
const membersOf = (document: OpenApi, place: Place): Map<string, Place> => {
  const { value, pointer } = place
  if (typeof value !== 'object' || value === null) return new Map()
  const members = Object.entries(value).filter(
    ([key, member]) => !(texts.has(key) && typeof member === 'string'),
  )
  const target = document.step(place)
  return new Map(
    members.map(([key, member]) => [
      key,
      target && key === '$ref' ? target : { value: member, pointer: append(key, pointer) },
    ]),
  )
}

const texts = new Set(['title', 'description', 'summary', '$comment'])
