import { canonicalDomain } from '../../platform/domain-name.ts'

/** RFC 5321 §4.5.3.1.3: a path has 256 octets, two of them the angle brackets. */
const maxAddressBytes = 254
/** RFC 5321 §4.5.3.1.1. */
const maxLocalBytes = 64

/**
 * RFC 5322 §3.2.3 atext and RFC 6531 letters, without `%` and `!`: relays once forwarded `victim%host@us`. No leading
 * combining mark, which would merge with the `<`, `.` or `@` before it, and no invisible characters (variation
 * selectors and Hangul fillers count as marks and letters). No `=?`, which begins an encoded word (RFC 2047 §2) that
 * readers of the header would decode.
 */
const atomPattern = /^(?!\p{M})(?!.*=\?)(?:(?!\p{DI})[A-Za-z0-9#$&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-])+$/u

/**
 * Which spellings of an email address are the same: `canonical` is unique, and mail goes to `typed`, the trimmed
 * input.
 * @returns undefined for anything but `local@domain` of a narrow grammar
 */
export const canonicalEmail = (input: string): { typed: string; canonical: string } | undefined => {
  const typed = trimAscii(input)
  if (Buffer.byteLength(typed) > maxAddressBytes) return undefined

  const [typedLocal = '', typedDomain = '', ...more] = typed.split('@')
  if (more.length > 0) return undefined

  const local = typedLocal.toLowerCase().normalize('NFC')
  const domain = canonicalDomain(typedDomain)
  // Both spellings: NFC turns U+1FEF into a backtick, and `=` before U+0338 into a character that is not atext.
  if (!isDotAtom(typedLocal) || !isDotAtom(local) || !domain) return undefined

  const canonical = `${local}@${domain}`
  return Buffer.byteLength(canonical) > maxAddressBytes ? undefined : { typed, canonical }
}

/** How the canonical forms of addresses begin that were typed so. */
export const canonicalPrefix = (typed: string): string => trimAscii(typed).toLowerCase().normalize('NFC')

/** Not `trim`, which removes U+FEFF and the like, nor a regular expression, which is quadratic here. */
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
