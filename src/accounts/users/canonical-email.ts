import { domainToASCII } from 'node:url'

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of them the angle brackets. */
const maxAddressBytes = 254
/** RFC 5321 §4.5.3.1.1. */
const maxLocalBytes = 64

/**
 * RFC 5322 §3.2.3 atext and RFC 6531 letters, less `%` and `!`: relays once took `victim%host@us` as "pass it on".
 * No atom begins with a combining mark, which would melt into the `<`, `.` or `@` before it, and none holds a
 * character that nobody sees: variation selectors and Hangul fillers count as marks and letters. `=?` begins an encoded
 * word (RFC 2047 §2), which a program that reads the header would turn into whatever is in it.
 */
const atomPattern = /^(?!\p{M})(?!.*=\?)(?:(?!\p{DI})[A-Za-z0-9#$&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-])+$/u

/** Checked before the conversion, which would also undo `%41`, drop soft hyphens and take `。` for a dot. */
const domainPattern = /^(?:(?!\p{DI})[\p{L}\p{M}\p{Nd}.-])+$/u

/** RFC 1035 §2.3.4, RFC 1123 §2.1. */
const labelPattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Decides which spellings of an e-mail address are one and the same: addresses are unique by `canonical`, mail goes
 * to `typed`, which is the input without the white space around it.
 * @returns `undefined` for what is not `local@domain` of a narrow grammar.
 */
export const canonicalEmail = (input: string): { typed: string; canonical: string } | undefined => {
  const typed = trimAscii(input)
  if (Buffer.byteLength(typed) > maxAddressBytes) return undefined

  const [typedLocal = '', typedDomain = '', ...more] = typed.split('@')
  if (more.length > 0 || !domainPattern.test(typedDomain)) return undefined

  const local = typedLocal.toLowerCase().normalize('NFC')
  const domain = domainToASCII(typedDomain)
  // Both spellings: NFC turns U+1FEF into a backtick, and `=` before U+0338 into a sign that is no atext.
  if (!isDotAtom(typedLocal) || !isDotAtom(local) || !isHostName(domain)) return undefined

  const canonical = `${local}@${domain}`
  return Buffer.byteLength(canonical) > maxAddressBytes ? undefined : { typed, canonical }
}

/** By hand: `trim` takes U+FEFF and its like too, and a regular expression is quadratic here. */
const trimAscii = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isAsciiSpace(text.charCodeAt(start))) start++
  while (end > start && isAsciiSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isAsciiSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d)

const isDotAtom = (local: string) =>
  Buffer.byteLength(local) <= maxLocalBytes && local.split('.').every((atom) => atomPattern.test(atom))

/** An IPv4 address ends in digits, in whichever spelling `domainToASCII` met it. */
const isHostName = (domain: string): boolean => {
  const labels = domain.split('.')
  return (
    labels.length >= 2 &&
    labels.every((label) => labelPattern.test(label)) &&
    !/^[0-9]+$/.test(labels.at(-1)!)
  )
}
