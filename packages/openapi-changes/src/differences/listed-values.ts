import { type Contrast, placeOf } from './contrast.ts'
import type { Shape } from './shape.ts'

/** All the values that a shape may have, or some of them where it is open to others; as canonical JSON, with their places. */
export type Listing = { values?: ReadonlyMap<string, string> | undefined; isOpen: boolean }

/** What both list. One that lists none is held against the list of the other, if its values can be counted. */
export const listingsOf = ({ older, newer, isText }: Contrast): { was: Listing; is: Listing } => ({
  was: listingOf(older, newer, isText),
  is: listingOf(newer, older, isText),
})

const listingOf = (shape: Shape, other: Shape, isText: boolean): Listing => {
  const values = shape.values ?? (other.values && counted(shape, isText))
  const found = values && (isText ? asTexts(values) : values)
  return { values: found ?? shape.known, isOpen: !found && shape.known !== undefined }
}

/** More than that nobody lists. */
const maxCounted = 1000

const counted = (shape: Shape, isText: boolean): ReadonlyMap<string, string> | undefined => {
  const { types, bounds } = shape
  if (types.size === 0) return new Map()
  if (types.size > 1 || !types.has('integer')) return isText ? truths(shape) : undefined
  const [least, most] = [bounds.get('minimum')?.value, bounds.get('maximum')?.value]
  if (typeof least !== 'number' || typeof most !== 'number' || most - least >= maxCounted) return undefined
  const path = placeOf(shape, 'minimum')
  return new Map(
    Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => [`${least + index}`, path]),
  )
}

/** Written as texts, these are two of them. */
const truths = (shape: Shape): ReadonlyMap<string, string> | undefined => {
  if (shape.types.size > 1 || !shape.types.has('boolean')) return undefined
  return new Map(['true', 'false'].map((value) => [value, placeOf(shape, 'type')]))
}

const asTexts = (values: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...values].map(([value, path]) => [textOf(value), path]))

/** The text that a value is written as, in JSON as well. */
export const textOf = (value: string): string => (/^["[{]/.test(value) ? value : JSON.stringify(value))
