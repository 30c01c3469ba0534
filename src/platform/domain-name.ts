import { domainToASCII } from 'node:url'

/** Checked before the conversion, which would decode `%41`, drop soft hyphens and read `。` as a dot. */
const typedPattern = /^(?:(?!\p{DI})[\p{L}\p{M}\p{Nd}.-])+$/u

/** RFC 1035 §2.3.4, RFC 1123 §2.1. */
const labelPattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** @returns a domain of two labels or more in lower case and A-labels (RFC 5890 §2.3.2.1); undefined if it is none */
export const canonicalDomain = (typed: string): string | undefined => {
  if (!typedPattern.test(typed)) return undefined
  const domain = domainToASCII(typed)
  return isHostName(domain) ? domain : undefined
}

/** IPv4 addresses end in digits, however `domainToASCII` found them spelled. */
const isHostName = (domain: string): boolean => {
  const labels = domain.split('.')
  return (
    labels.length >= 2 &&
    labels.every((label) => labelPattern.test(label)) &&
    !/^[0-9]+$/.test(labels.at(-1)!)
  )
}
