import type { Deps } from '../../deps.ts'
import { registrationClosed } from '../../platform/errors.ts'
import type { RuleOf } from '../../platform/refusals/rules.ts'

type Rule = RuleOf<'registration_closed'>

const words: Record<Rule, string> = {
  'registration.invited': 'You need an invitation to create an account here.',
  'registration.closed': 'New accounts cannot be created here.',
  'registration.domain': 'Only email addresses of certain domains can register here.',
}

/**
 * Applies `REGISTRATION` and `REGISTRATION_DOMAINS` to someone who was not invited. Comes before the address is looked
 * up, so that the answer is the same, and as fast, with and without an account.
 * @param refuse makes the refusal from words for people
 * @throws 403 `registration_closed` by default
 */
export const admit = (
  deps: Pick<Deps, 'config'>,
  address: { canonical: string },
  refuse: (words: string, rule: Rule) => Error = registrationClosed,
): void => {
  const rule = whyNot(deps, address)
  if (rule !== undefined) throw refuse(words[rule], rule)
}

/** Whether somebody with the address would be admitted. */
export const mayRegister = (deps: Pick<Deps, 'config'>, address: { canonical: string }): boolean =>
  whyNot(deps, address) === undefined

const whyNot = (
  { config: { registration, registrationDomains } }: Pick<Deps, 'config'>,
  { canonical }: { canonical: string },
): Rule | undefined => {
  if (registration !== 'open') return `registration.${registration}`
  const isAllowed = registrationDomains.length === 0 || registrationDomains.some(matches(canonical))
  return isAllowed ? undefined : 'registration.domain'
}

/** `*.example.com` means subdomains, and not example.com itself. */
const matches = (canonical: string) => {
  const domain = canonical.slice(canonical.indexOf('@') + 1)
  return (allowed: string) =>
    allowed.startsWith('*.') ? domain.endsWith(allowed.slice(1)) : domain === allowed
}
