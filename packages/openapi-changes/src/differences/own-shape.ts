import {
  child,
  DocumentError,
  entries,
  flag,
  items,
  number,
  type OpenApi,
  type Place,
  text,
} from '../document.ts'
import { boundsOf } from './bounds.ts'
import { canonical } from './canonical.ts'
import { conditionsOf } from './conditions.ts'
import { formatOf } from './content-words.ts'
import { discriminatorOf } from './discriminators.ts'
import type { Choice, Part, Schema, Shape } from './shape.ts'
import { sunsetOf } from './sunset.ts'
import { typesAndValues } from './types.ts'
import { xmlOf } from './xml.ts'

/**
 * What a schema says by its own keywords.
 * @param open the keywords by which it gives a choice
 */
export const ownShape = (document: OpenApi, place: Place, open: ('oneOf' | 'anyOf')[]): Shape => {
  const [chosen, ...notChosen] = open
  // not spread below: shapes that all have the same fields in the same order are read much faster
  const { types, isNullable, isNullMeant, values, known } = typesAndValues(document, place)
  const itemsPlace = child(place, 'items')
  const standard = child(place, 'default')
  return {
    pointer: place.pointer,
    at: (keyword) => child(place, keyword)?.pointer,
    title: text(place, 'title'),
    types,
    isNullable,
    isNullMeant,
    values,
    known,
    bounds: boundsOf(place),
    multipleOf: number(place, 'multipleOf'),
    hasUniqueItems: flag(place, 'uniqueItems'),
    pattern: text(place, 'pattern'),
    format: formatOf(place),
    standard: standard && canonical(standard.value),
    xml: xmlOf(place),
    properties: named(
      entries(place, 'properties').map(([name, property]) => [name, partAt(document, property)]),
    ),
    required: named(items(place, 'required').map(({ value, pointer }) => [nameOf(value, pointer), pointer])),
    others: othersOf(document, place),
    prefix: prefixOf(document, place),
    items: itemsPlace ? [document.settle(itemsPlace)] : [],
    choice: chosen && choiceOf(document, place, chosen),
    discriminator: discriminatorOf(document, place),
    rest: [],
    conditions: conditionsOf(place, notChosen),
    isDeprecated: flag(place, 'deprecated'),
    sunset: sunsetOf(place),
    isReadOnly: flag(place, 'readOnly'),
    isWriteOnly: flag(place, 'writeOnly'),
  }
}

/** One for all that name nothing: there are many. */
const nothing: ReadonlyMap<string, never> = new Map<string, never>()
const none: readonly never[] = []

const named = <Item>(entries: [string, Item][]): ReadonlyMap<string, Item> =>
  entries.length > 0 ? new Map(entries) : nothing

const partAt = (document: OpenApi, place: Place): Part => ({
  schema: [document.settle(place)],
  pointer: place.pointer,
})

const nameOf = (value: unknown, pointer: string): string => {
  if (typeof value !== 'string') throw new DocumentError(`${pointer} is not a string.`)
  return value
}

const othersOf = (document: OpenApi, place: Place): Shape['others'] => {
  const others = child(place, 'additionalProperties')
  if (!others) return 'open'
  return others.value === false ? 'closed' : [document.settle(others)]
}

const prefixOf = (document: OpenApi, place: Place): readonly Schema[] => {
  const prefix = items(place, 'prefixItems')
  return prefix.length === 0 ? none : prefix.map((item) => [document.settle(item)])
}

const choiceOf = (document: OpenApi, place: Place, keyword: 'oneOf' | 'anyOf'): Choice => ({
  keyword,
  branches: items(place, keyword).map((branch) => partAt(document, branch)),
  pointer: child(place, keyword)?.pointer ?? place.pointer,
})
