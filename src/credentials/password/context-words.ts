import { isIP } from 'node:net'
import { canonicalEmail } from '../../accounts/users/canonical-email.ts'

/** What is left without such words must be a valid password by itself, so at least the minimum length. */
export const shortestRest = 8

// shorter words are part of too many others
const shortestWord = 3

type Context = { productName: string; twoFactorIssuer: string; publicUrl: string | undefined }

/** What someone who knows the service and the address tries first: lower case, longest first. */
export const contextWords = (
  { productName, twoFactorIssuer, publicUrl }: Context,
  email: string,
): string[] => {
  const [local = '', domain = ''] = canonicalEmail(email)?.canonical.split('@') ?? []
  const hosts = [domain, publicUrl ? new URL(publicUrl).hostname : '']
  const names = [productName, twoFactorIssuer, local].flatMap((name) => [name, ...partsOf(name)])
  const words = [...names, ...hosts.flatMap(labelsOf)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => lettersOf(word).length >= shortestWord)
  return [...new Set(words)].sort((one, other) => other.length - one.length)
}

/** Removes the words wherever and however often they occur, even with separators between their letters. */
export const restWithout = (words: readonly string[], password: string): string =>
  words.reduce((rest, word) => (isIn(rest, word) ? rest.replaceAll(spread(word), '') : rest), password)

// costs microseconds, where the expression takes milliseconds to compile
const isIn = (text: string, word: string) => lettersOf(text).join('').includes(lettersOf(word).join(''))

const partsOf = (name: string) => name.split(/[^\p{L}\p{N}]+/u)

// the last label belongs to a registry
const labelsOf = (host: string) =>
  isIP(host.replace(/^\[|\]$/g, '')) ? [] : [host, ...host.split('.').slice(0, -1)]

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu) ?? []

/** `acme cloud` also as `acmecloud` and as `acme-cloud`. */
const spread = (word: string) => new RegExp(lettersOf(word).join('[^\\p{L}\\p{N}]*'), 'gu')
