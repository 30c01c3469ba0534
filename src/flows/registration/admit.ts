import type { Deps } from '../../deps.ts'
import { registrationClosed } from '../../platform/errors.ts'

const closedWords = {
  invited: 'You need an invitation to create an account here.',
  closed: 'New accounts cannot be created here.',
}
const wrongDomain = 'Only email addresses of certain domains can register here.'

/**
 * Applies `REGISTRATION` and `REGISTRATION_DOMAINS` to someone who was not invited. Comes before the address is looked
 * up, so that the answer is the same, and as fast, with and without an account.
 * @param refuse makes the refusal from words for people
 * @throws 403 `registration_closed` by default
 */
export const admit = (
  { config: { registration, registrationDomains } }: Pick<Deps, 'config'>,
  { canonical }: { canonical: string },
  refuse: (words: string) => Error = registrationClosed,
): void => {
  if (registration !== 'open') throw refuse(closedWords[registration])
  const isAllowed = registrationDomains.length === 0 || registrationDomains.some(matches(canonical))
  if (!isAllowed) throw refuse(wrongDomain)
}

/** `*.example.com` means subdomains, and not example.com itself. */
const matches = (canonical: string) => {
  const domain = canonical.slice(canonical.indexOf('@') + 1)
  return (allowed: string) =>
    allowed.startsWith('*.') ? domain.endsWith(allowed.slice(1)) : domain === allowed
}
