import { child, DocumentError, isObject, items, type OpenApi, type Place } from '../document.ts'
import { closedTogether } from './closed-together.ts'
import { withNullAsChoice } from './null-words.ts'
import { ownShape } from './own-shape.ts'
import { anything } from './plain-shape.ts'
import type { Shape } from './shape.ts'
import { soleShapes } from './sole-shape.ts'

/** What a schema says of its own, and all that it has to fit besides, without what has been seen. */
export type PartsOf = (place: Place, seen: Set<unknown>) => Shape[]

const choices = ['oneOf', 'anyOf'] as const

export const partsIn = (document: OpenApi): PartsOf => {
  const own = new Map<unknown, { shape: Shape; open: string }>()
  const ownAt = (place: Place, choices: ('oneOf' | 'anyOf')[]): Shape => {
    const [known, open] = [own.get(place.value), choices.join()]
    // in a circle a choice may be one here, and none there
    if (known?.open === open) return known.shape
    const shape = ownShape(document, place, choices)
    own.set(place.value, { shape, open })
    return shape
  }
  const partsOf: PartsOf = (written, seen) => {
    const place = withNullAsChoice(document, written)
    const { value, pointer } = place
    if (value === true) return [anything(pointer)]
    if (value === false) return [{ ...anything(pointer), types: new Set(), isNullable: false }]
    if (value === null) return [notRead(document, place)]
    if (!isObject(value)) throw new DocumentError(`${pointer} is not a schema.`)
    if ('$dynamicRef' in value) document.skip(pointer, 'has a $dynamicRef, which is not followed')
    // a schema that has to fit itself says nothing by it
    if (seen.has(value)) return []
    seen.add(value)
    const target = document.step(place)
    const referred = target ? partsOf(target, seen) : []
    if (target && document.is30) return referred
    const given = choices.filter((keyword) => child(place, keyword))
    // most schemas are put together from nothing else
    if (!target && given.length === 0 && !child(place, 'allOf')) {
      const own = ownAt(place, [])
      return [closedTogether(document, own, [own]) ?? own]
    }
    const within = (branch: Place) => partsOf(branch, new Set(seen))
    // a discriminator says by which value even the only one is told
    const isTold = child(place, 'discriminator') !== undefined
    const soleIn = (keyword: 'oneOf' | 'anyOf') => (isTold ? undefined : soleShapes(place, keyword, within))
    const sole = given.map((keyword) => ({ keyword, parts: soleIn(keyword) }))
    const open = sole.filter(({ parts }) => !parts).map(({ keyword }) => keyword)
    const others = [
      ...items(place, 'allOf').flatMap((part) => partsOf(part, seen)),
      ...sole.flatMap(({ parts = [] }) => parts),
    ]
    if (referred.length + others.length > 0 && isWrapper(value, open)) return [...referred, ...others]
    const own = ownAt(place, open)
    const parts = [...referred, own, ...others]
    const closed = closedTogether(document, own, parts)
    return closed ? [closed] : parts
  }
  return partsOf
}

/** It is held against the other one as it is written. */
const notRead = (document: OpenApi, { value, pointer }: Place): Shape => {
  document.skip(pointer, 'is null, and no schema')
  return { ...anything(pointer), conditions: new Map([['schema', { value, pointer }]]) }
}

/** Texts for people, and where there is no type, `nullable` says nothing. */
const idle = new Set(['$ref', 'allOf', 'description', 'summary', 'example', 'examples', 'nullable'])

/** Whether it says nothing but what it refers to. */
const isWrapper = (schema: Record<string, unknown>, open: string[]): boolean =>
  Object.keys(schema).every(
    (key) =>
      idle.has(key) ||
      ((key === 'oneOf' || key === 'anyOf') && !open.includes(key)) ||
      (key.startsWith('x-') && key !== 'x-sunset' && key !== 'x-extensible-enum'),
  )
