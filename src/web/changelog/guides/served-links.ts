import { posix } from 'node:path'

/** Code, which is left alone, or a link with its words and its target. */
const codeOrLink = /```.*?```|`[^`\n]+`|!?\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/gs

/** What has another place in an installation than in a checkout. */
const elsewhere: Readonly<Record<string, string>> = { 'contract/openapi.json': 'openapi.json' }

/**
 * A document whose links all lead somewhere in an installation: of those that lead into a checkout, the words are left.
 * @param path of the document under `/docs/`
 * @param isServed whether another is there
 */
export const withServedLinks = (text: string, path: string, isServed: (path: string) => boolean): string => {
  const home = posix.dirname(`docs/${path}`)
  return text.replace(codeOrLink, (whole, words?: string, target = '') => {
    if (words === undefined || /^(#|[a-z]+:)/.test(target)) return whole
    const [file = '', fragment] = target.split('#')
    const place = posix.join(home, file)
    if (place.startsWith('docs/') && isServed(place.slice(5))) return whole
    const served = elsewhere[place]
    return served ? `[${words}](${posix.relative(home, served)}${fragment ? `#${fragment}` : ''})` : words
  })
}
