import { child, entries, items, type Place, text } from '../document.ts'

/** Variables may have so many values that nobody wants all the combinations. */
const maxUrls = 500

/** The addresses that a server stands for: one for each choice among the values of a variable; what may be anything stays `{}`. */
export const urlsOf = (server: Place): string[] => {
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
