import { canonicalDomain } from '../../platform/domain-name.ts'

/** A domain, or `*.` and the domain whose subdomains are meant, in its canonical form. */
export const domainOrSubdomains = (text: string): string => {
  const prefix = text.startsWith('*.') ? '*.' : ''
  const typed = text.slice(prefix.length)
  // all subdomains of a single label are a choice, too: `*.edu`
  const domain = prefix ? canonicalDomain(`a.${typed}`)?.slice('a.'.length) : canonicalDomain(typed)
  if (domain === undefined) throw new Error(`${text} is not a domain such as example.com or *.example.com`)
  return prefix + domain
}
