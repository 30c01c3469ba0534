import type { OpenApi, Place } from '../document.ts'
import { append } from '../pointer.ts'
import { canonical } from './canonical.ts'
import { isIdle } from './condition-words.ts'
import { isToldAsFormat } from './content-words.ts'

/** Keywords that are looked at one by one, or that say nothing about what fits. */
const understood = new Set(
  `$ref $id $schema $anchor $comment $defs definitions title description summary example examples externalDocs xml
  type nullable enum const default format pattern multipleOf uniqueItems minimum exclusiveMinimum maximum
  exclusiveMaximum minLength maxLength minItems maxItems minProperties maxProperties properties required
  additionalProperties items prefixItems oneOf anyOf allOf discriminator deprecated readOnly writeOnly`.split(
    /\s+/,
  ),
)

const none: ReadonlyMap<string, Place> = new Map()

/** What a schema demands by keywords that stand in no shape by themselves: `not`, `if`, `contains`, and those not known. */
export const conditionsOf = (place: Place, besides: string[]): ReadonlyMap<string, Place> => {
  const schema = place.value as Record<string, unknown>
  const keywords = Object.keys(schema).filter(
    (keyword) =>
      besides.includes(keyword) ||
      (!understood.has(keyword) &&
        !keyword.startsWith('x-') &&
        !isIdle(keyword, schema) &&
        !isToldAsFormat(place, keyword)),
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

/** Whether a condition says the same in two places, whatever it refers to. Texts for people do not count. */
export const areSame = (
  older: OpenApi,
  newer: OpenApi,
  keyword: string,
  one: Place,
  other: Place,
): boolean => {
  const pairs: Pair[] = [{ one, other, kind: kindOf(keyword) }]
  const seen = new Set<string>()
  for (const { one, other, kind } of pairs) {
    if (kind === 'value') {
      if (canonical(one.value) !== canonical(other.value)) return false
      continue
    }
    const [left, right] = [older.settle(one), newer.settle(other)]
    const key = `${left.pointer} ${right.pointer}`
    if (seen.has(key)) continue
    seen.add(key)
    const members = membersOfBoth(membersOf(older, left, kind), membersOf(newer, right, kind), kind)
    if (!members || scalarOf(left) !== scalarOf(right)) return false
    pairs.push(...members)
  }
  return true
}

/** What is looked into, what names schemas, and what is no schema at all. */
type Kind = 'schema' | 'names' | 'value'

type Pair = { one: Place; other: Place; kind: Kind }

const kinds: Record<string, Kind> = {
  const: 'value',
  enum: 'value',
  default: 'value',
  properties: 'names',
  patternProperties: 'names',
  dependentSchemas: 'names',
  $defs: 'names',
  definitions: 'names',
}

const kindOf = (keyword: string): Kind => (Object.hasOwn(kinds, keyword) ? kinds[keyword]! : 'schema')

const scalarOf = ({ value }: Place): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? Array : Object
}

const membersOfBoth = (one: Map<string, Place>, other: Map<string, Place>, kind: Kind) => {
  const pairs = [...one].flatMap(([key, member]): Pair[] => {
    const match = other.get(key)
    return match ? [{ one: member, other: match, kind: kind === 'names' ? 'schema' : kindOf(key) }] : []
  })
  return pairs.length === one.size && one.size === other.size ? pairs : undefined
}

/** A text called `description` is one for people, and a schema called so is a property. */
const membersOf = (document: OpenApi, place: Place, kind: Kind): Map<string, Place> => {
  const { value, pointer } = place
  if (typeof value !== 'object' || value === null) return new Map()
  const members = Object.entries(value).filter(
    ([key, member]) => !(kind === 'schema' && texts.has(key) && typeof member === 'string'),
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
