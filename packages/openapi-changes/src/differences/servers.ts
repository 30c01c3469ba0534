import { items, type Place } from '../document.ts'
import { isMadeOf } from '../made-of.ts'
import { nameless } from '../nameless.ts'
import type { Finding } from './finding.ts'
import type { Side } from './operations.ts'
import { urlsOf } from './server-urls.ts'

/** The addresses that a server stands for, where it is described, and the path that follows each of them. */
type Server = { place: Place; urls: string[]; path: string }

/** What differs in where an operation can be called. Callers choose one of them, so the order does not count. */
export const compareServers = (older: Side, newer: Side): Finding[] => {
  const [before, after] = [serversOf(older), serversOf(newer)]
  const operation = newer.operation.name
  const lacking = (some: Server[], others: Server[], rule: string) =>
    some.flatMap(({ place, urls, path }) =>
      urls
        .filter((url) => !others.some((server) => isServed(url + path, server)))
        .map((url): Finding => {
          return { rule, operation, place: 'server', path: place.pointer, detail: ` ${url}` }
        }),
    )
  return [...lacking(before, after, 'server-removed'), ...lacking(after, before, 'server-added')]
}

/** The nearest list counts. Where there is none, callers know the address from elsewhere. */
const serversOf = ({ document, operation }: Side): Server[] => {
  const holder = [operation.place, ...operation.items, document.root].find(
    (place) => items(place, 'servers').length > 0,
  )
  if (!holder) return []
  const path = nameless(operation.path)
  return items(holder, 'servers').map((place) => ({ place, urls: urlsOf(place), path }))
}

/** What an address begins with may stand in the path as well. */
const isServed = (address: string, { urls, path }: Server): boolean =>
  urls.some((url) => address === url + path || isMadeOf(address, (url + path).split('{}')))
