import { canonicalDomain } from '../../platform/domain-name.ts'

/** A domain in its canonical form. */
export const domain = (text: string): string => {
  const canonical = canonicalDomain(text)
  if (canonical === undefined) throw new Error(`${text} is not a domain such as example.com`)
  return canonical
}

/** A domain, or `*.` and the domain whose subdomains are meant, in its canonical form. */
export const domainOrSubdomains = (text: string): string => {
  const prefix = text.startsWith('*.') ? '*.' : ''
  const typed = text.slice(prefix.length)
  // all subdomains of a single label are a choice, too: `*.edu`
  const canonical = prefix ? canonicalDomain(`a.${typed}`)?.slice('a.'.length) : canonicalDomain(typed)
  if (canonical === undefined) throw new Error(`${text} is not a domain such as example.com or *.example.com`)
  return prefix + canonical
}
