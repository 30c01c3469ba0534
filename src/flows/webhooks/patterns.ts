import { eventTypes } from '#accounts/events/events.ts'
import { nearestName } from '#platform/nearest-name.ts'

/** `user.*`, for every type that begins so. */
const families = [...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`))]
const known: readonly string[] = ['*', ...families, ...eventTypes]

/** The nearest to a long one takes long to find. */
const maxCharacters = 100

/** What is wrong with a pattern of event types, if anything. */
export const patternFault = (pattern: string): string | undefined => {
  if (known.includes(pattern)) return
  if (pattern.length > maxCharacters) return `No event type has more than ${maxCharacters} characters.`
  const nearest = nearestAmong(known, pattern) ?? nearestAmong(families, `${pattern.split('.')[0]}.*`)
  const hint = nearest ? ` Did you mean ${nearest}?` : ` There are ${families.join(', ')} and *.`
  return `There is no event type ${pattern}.${hint}`
}

/** @returns whether a type is meant by any of the patterns */
export const matcherOf = (patterns: readonly string[]): ((type: string) => boolean) => {
  const exact = new Set(patterns)
  return (type) => exact.has('*') || exact.has(type) || exact.has(`${type.slice(0, type.indexOf('.') + 1)}*`)
}

// names of settings, which it is for, are in capitals
const nearestAmong = (names: readonly string[], given: string) =>
  nearestName(
    given,
    names.map((name) => name.toUpperCase()),
  )?.toLowerCase()
