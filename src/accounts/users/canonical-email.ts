import { domainToASCII } from 'node:url'

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

/** Checked before the conversion, which would decode `%41`, drop soft hyphens and read `。` as a dot. */
const domainPattern = /^(?:(?!\p{DI})[\p{L}\p{M}\p{Nd}.-])+$/u

/** RFC 1035 §2.3.4, RFC 1123 §2.1. */
const labelPattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Which spellings of an email address are the same: `canonical` is unique, and mail goes to `typed`, the trimmed
 * input.
 * @returns undefined for anything but `local@domain` of a narrow grammar
 */
export const canonicalEmail = (input: string): { typed: string; canonical: string } | undefined => {
  const typed = trimAscii(input)
  if (Buffer.byteLength(typed) > maxAddressBytes) return undefined

  const [typedLocal = '', typedDomain = '', ...more] = typed.split('@')
  if (more.length > 0 || !domainPattern.test(typedDomain)) return undefined

  const local = typedLocal.toLowerCase().normalize('NFC')
  const domain = domainToASCII(typedDomain)
  // Both spellings: NFC turns U+1FEF into a backtick, and `=` before U+0338 into something that is no atext.
  if (!isDotAtom(typedLocal) || !isDotAtom(local) || !isHostName(domain)) return undefined

  const canonical = `${local}@${domain}`
  return Buffer.byteLength(canonical) > maxAddressBytes ? undefined : { typed, canonical }
}

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

/** IPv4 addresses end in digits, however `domainToASCII` found them spelled. */
const isHostName = (domain: string): boolean => {
  const labels = domain.split('.')
  return (
    labels.length >= 2 &&
    labels.every((label) => labelPattern.test(label)) &&
    !/^[0-9]+$/.test(labels.at(-1)!)
  )
}
