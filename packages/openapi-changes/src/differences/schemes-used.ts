import { entries, isObject, type OpenApi, type Place } from '../document.ts'
import { type Operation, type Operations, operationsOf } from './operations.ts'

/** The names of the security schemes that some operation, webhook or callback asks for. */
export const schemesUsed = (
  document: OpenApi,
  paths: ReadonlyMap<string, Operations>,
): ReadonlySet<string> => {
  const seen = new Set<unknown>()
  const called = [...paths.values()].flatMap((operations) => [...operations.values()])
  const events = entries(document.root, 'webhooks').flatMap(([, place]) => [
    ...operationsOf(document, place, '', () => '').values(),
  ])
  const all = [...called, ...events].flatMap((operation) => namesIn(operation, document, seen))
  // what the document says of all is meant where an operation says nothing
  const isRootMeant = called.some(({ place }) => !hasOwn(place))
  return new Set([...all, ...(isRootMeant ? namesAt(document.root) : [])])
}

const hasOwn = ({ value }: Place): boolean => isObject(value) && value.security !== undefined

/** Its own, and those of its callbacks. */
const namesIn = ({ place }: Operation, document: OpenApi, seen: Set<unknown>): string[] => {
  if (seen.has(place.value)) return []
  seen.add(place.value)
  const callbacks = entries(place, 'callbacks').flatMap(([, found]) => {
    const { value, pointer } = document.follow(found)
    return entries({ value: { all: value }, pointer }, 'all').flatMap(([expression, item]) =>
      expression.startsWith('x-') ? [] : [...operationsOf(document, item, '', () => '').values()],
    )
  })
  return [...namesAt(place), ...callbacks.flatMap((operation) => namesIn(operation, document, seen))]
}

/** What is not well formed is told where it is compared. */
const namesAt = ({ value }: Place): string[] => {
  const ways = isObject(value) && Array.isArray(value.security) ? value.security : []
  return ways
    .flatMap((way) => Object.keys(isObject(way) ? way : {}))
    .map((name) => name.replace(/^#\/components\/securitySchemes\//, ''))
}
