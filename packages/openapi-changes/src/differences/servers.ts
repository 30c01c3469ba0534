import { child, entries, items, type Place, text } from '../document.ts'
import type { Finding } from './finding.ts'
import type { Side } from './operations.ts'

/** The addresses that a server stands for, and where it is described. */
type Server = { place: Place; urls: string[] }

/** Variables may have so many values that nobody wants all the combinations. */
const maxUrls = 500

/** What differs in where an operation can be called. Callers choose one of them, so the order does not count. */
export const compareServers = (older: Side, newer: Side): Finding[] => {
  const [before, after] = [serversOf(older), serversOf(newer)]
  const operation = newer.operation.name
  const lacking = (some: Server[], others: Server[], rule: string) =>
    some.flatMap(({ place, urls }) =>
      urls
        .filter((url) => !others.some((server) => server.urls.some((other) => isWithin(url, other))))
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
  return items(holder, 'servers').map((place) => ({ place, urls: urlsOf(place) }))
}

/** One for each choice among the values that a variable lists; what may be anything stays `{}`. */
const urlsOf = (server: Place): string[] => {
  let urls = [text(server, 'url') ?? '/']
  for (const [name, variable] of entries(server, 'variables')) {
    const values = child(variable, 'enum') ? items(variable, 'enum').map(({ value }) => String(value)) : []
    const isTooMuch = urls.length * values.length > maxUrls
    const choices = values.length === 0 || isTooMuch ? ['{}'] : values
    urls = urls.flatMap((url) => choices.map((value) => url.replaceAll(`{${name}}`, value)))
  }
  return urls.map((url) => normal(url.replace(/\{[^}]*\}/g, '{}')))
}

/** Names of hosts are written in any case, the port of the scheme may be left out, and so may a slash at the end. */
const normal = (url: string): string =>
  url
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, (origin) => origin.toLowerCase())
    .replace(/^(https:\/\/[^/?#]*):443(?=[/?#]|$)/, '$1')
    .replace(/^(http:\/\/[^/?#]*):80(?=[/?#]|$)/, '$1')
    .replace(/\/$/, '')

/** Whether a template has room for an address. */
const isWithin = (url: string, template: string): boolean => {
  if (url === template) return true
  const [first = '', ...rest] = template.split('{}')
  const last = rest.pop()
  if (last === undefined || !url.startsWith(first) || !url.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = url.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= url.length - last.length
}
