import { append, valueAt } from './pointer.ts'
import { ownFragment } from './self-reference.ts'

/** A value in a document, and the JSON pointer (RFC 6901) that leads to it. */
export type Place = { readonly value: unknown; readonly pointer: string }

/** An OpenAPI document whose references can be followed, as far as they stay inside it. */
export type OpenApi = {
  readonly root: Place
  /** In 3.0 a schema is nullable by a keyword of its own, and whatever stands beside a `$ref` does not count. */
  readonly is30: boolean
  /** What a reference leads to, one step; `undefined` for what is none. */
  step(place: Place): Place | undefined
  /** Where a reference leads to, if it leads somewhere in the document. */
  pointerOf(reference: string): string | undefined
  /** Notes a place that is not compared, or not all of it. */
  skip(pointer: string, why: string): void
  /** Those noted so far, each with the reason. */
  readonly skipped: ReadonlyMap<string, string>
  /** The same without references that say nothing else. */
  settle(place: Place): Place
  /** The same without references, whatever stands beside them. */
  follow(place: Place): Place
}

/** A document that cannot be read; the message says where and why. */
export class DocumentError extends Error {}

/** @throws {DocumentError} for what is not a document of OpenAPI 3.0, 3.1 or 3.2 */
export const openDocument = (value: unknown): OpenApi => {
  const root = { value, pointer: '' }
  if (!isObject(value)) throw new DocumentError('It is not an OpenAPI document: it is not an object.')
  const version = String(value.openapi ?? (value.swagger === undefined ? '' : `Swagger ${value.swagger}`))
  if (version === '') throw new DocumentError('It is not an OpenAPI document: it has no `openapi` field.')
  if (!/^3\.[012](\.|$)/.test(version))
    throw new DocumentError(`It is of ${version}, and only OpenAPI 3.0, 3.1 and 3.2 can be read.`)

  refuseDepth(value)

  const is30 = version.startsWith('3.0')
  const skipped = new Map<string, string>()
  const targets = new Map<string, Place>()
  const step = ({ value, pointer }: Place): Place | undefined => {
    if (!isObject(value)) return undefined
    if (value.$ref === undefined) return undefined
    if (typeof value.$ref !== 'string') throw new DocumentError(`${pointer}/$ref is not a string.`)
    const target = targets.get(value.$ref) ?? lookUp(root, value.$ref, pointer)
    targets.set(value.$ref, target)
    return target
  }
  const stepWhile = (place: Place, isMeant: (here: Place) => boolean): Place => {
    let here = place
    let next = step(here)
    if (!next) return here
    const seen = new Set<unknown>()
    for (; next && isMeant(here); next = step(here)) {
      if (seen.has(next.value))
        throw new DocumentError(`${place.pointer} refers to itself, and to nothing else.`)
      seen.add(next.value)
      here = next
    }
    return here
  }
  const isBare = ({ value }: Place) => is30 || Object.keys(value as object).length === 1
  return {
    root,
    is30,
    step,
    pointerOf: (reference) => pointerIn(root, reference),
    skip: (pointer, why) => skipped.set(pointer, why),
    skipped,
    settle: (place) => stepWhile(place, isBare),
    follow: (place) => stepWhile(place, () => true),
  }
}

/** Levels that a document may have; those of large services have some thirty. */
const maxDepth = 500

// so that recursion into a document never exhausts the stack
const refuseDepth = (value: object, depth = 0): void => {
  if (depth > maxDepth) throw new DocumentError('It is nested too deeply.')
  for (const key in value) {
    const inner = (value as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner) refuseDepth(inner, depth + 1)
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws {DocumentError} unless it is an object */
export const objectOf = ({ value, pointer }: Place): Record<string, unknown> => {
  if (!isObject(value)) throw new DocumentError(`${pointer || 'The document'} is not an object.`)
  return value
}

/** What stands under a key, if anything does. */
export const child = (place: Place, key: string): Place | undefined => {
  const object = objectOf(place)
  if (!Object.hasOwn(object, key) || object[key] === undefined) return undefined
  return { value: object[key], pointer: append(key, place.pointer) }
}

/** What stands under each key of the object under a key. */
export const entries = (place: Place, key: string): [name: string, place: Place][] => {
  const object = child(place, key)
  if (!object) return []
  return Object.entries(objectOf(object)).map(([name, value]) => [
    name,
    { value, pointer: append(name, object.pointer) },
  ])
}

/** The items of the list under a key. */
export const items = (place: Place, key: string): Place[] => {
  const list = child(place, key)
  if (!list) return []
  if (!Array.isArray(list.value)) throw new DocumentError(`${list.pointer} is not a list.`)
  return list.value.map((value, index) => ({ value, pointer: append(String(index), list.pointer) }))
}

/** @throws {DocumentError} unless it is absent or of that type */
export const text = (place: Place, key: string): string | undefined => scalar(place, key, 'string')
export const flag = (place: Place, key: string): boolean => scalar(place, key, 'boolean') ?? false

/** A whole number that is too large to be kept exactly is a `bigint`. */
export const number = (place: Place, key: string): number | bigint | undefined => {
  const value = isObject(place.value) && Object.hasOwn(place.value, key) ? place.value[key] : undefined
  return typeof value === 'bigint' ? value : scalar(place, key, 'number')
}

type Scalars = { string: string; boolean: boolean; number: number }

const scalar = <Type extends keyof Scalars>(
  place: Place,
  key: string,
  type: Type,
): Scalars[Type] | undefined => {
  const object = objectOf(place)
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  if (value === undefined) return undefined
  if (typeof value !== type) throw new DocumentError(`${append(key, place.pointer)} is not a ${type}.`)
  return value as Scalars[Type]
}

// nothing outside the document is ever asked for, lest a document that was fetched makes us fetch
const lookUp = (root: Place, reference: string, from: string): Place => {
  const pointer = pointerIn(root, reference)
  if (pointer === undefined) {
    const isInside = fragmentIn(root, reference) !== undefined
    const followed = isInside
      ? 'JSON pointers are followed, no anchors'
      : 'references inside the document are followed'
    throw new DocumentError(`${from} refers to ${reference}, and only ${followed}.`)
  }
  const value = valueAt(pointer, root.value)
  if (value !== undefined) return { value, pointer }
  throw new DocumentError(`${from} refers to ${reference}, which does not exist.`)
}

const fragmentIn = ({ value }: Place, reference: string): string | undefined =>
  ownFragment(reference, (value as { $self?: unknown }).$self)

const pointerIn = (root: Place, reference: string): string | undefined => {
  const fragment = fragmentIn(root, reference)
  return fragment !== undefined && /^(\/|$)/.test(fragment) ? decoded(fragment) : undefined
}

/** With a broken escape it leads nowhere. */
const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
