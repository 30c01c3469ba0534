import { child, entries, objectOf, type Place, text } from '../document.ts'
import { nameless } from '../nameless.ts'
import { canonical } from './canonical.ts'
import type { Finding } from './finding.ts'
import type { Holder } from './media-types.ts'
import type { Interface, Operation } from './operations.ts'

/** What differs in where an answer says that one can go from there. */
export const compareLinks = (place: string, older: Holder, newer: Holder): Finding[] => {
  const [before, after] = [linksOf(older), linksOf(newer)]
  const tell = (end: string, name: string, { pointer }: Place): Finding => ({
    rule: `response-link-${end}`,
    operation: newer.side.operation.name,
    place: `${place}.link.${name}`,
    path: pointer,
  })
  const kept = [...before].flatMap(([name, from]) => {
    const to = after.get(name)
    if (!to) return [tell('removed', name, from)]
    return meaningOf(older.side, from) === meaningOf(newer.side, to) ? [] : [tell('changed', name, to)]
  })
  const added = [...after].filter(([name]) => !before.has(name))
  return [...kept, ...added.map(([name, link]) => tell('added', name, link))]
}

const linksOf = ({ side, place }: Holder): Map<string, Place> =>
  new Map(entries(place, 'links').map(([name, link]) => [name, side.document.follow(link)]))

/** Which operation it leads to, however that one is named, and what it takes along. */
const meaningOf = (side: Interface, link: Place): string => {
  const { parameters = {}, requestBody, server } = objectOf(link)
  const url = server === undefined ? undefined : (server as { url?: unknown } | null)?.url
  return canonical([targetOf(side, link), parameters, requestBody, url])
}

const targetOf = ({ paths, document }: Interface, link: Place): string => {
  const [id, reference] = [text(link, 'operationId'), text(link, 'operationRef')]
  const referred = reference === undefined ? undefined : document.pointerOf(reference)
  const isMeant = ({ place }: Operation) =>
    id === undefined ? place.pointer === referred : child(place, 'operationId')?.value === id
  const operations = [...paths.values()].flatMap((methods): [string, Operation][] => [...methods])
  const [method, operation] = operations.find(([, candidate]) => isMeant(candidate)) ?? []
  return operation ? `${method} ${nameless(operation.path)}` : (id ?? reference ?? '')
}
