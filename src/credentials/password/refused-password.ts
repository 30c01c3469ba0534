import type { Taken } from '../../accounts/limits/take-attempts.ts'
import { invalidCredentials, type Refused } from '../../platform/errors.ts'
import { about } from '../../platform/refusals/concerning.ts'
import type { PasswordAccount } from './queries.ts'

/** One answer for clients, whatever was wrong; operators learn what it was. */
export const refusedPassword = (account: PasswordAccount | undefined, taken: Taken | undefined): Refused => {
  const place = account?.isKnownAddress ? 'known' : 'unknown'
  const facts = { place, ...(taken && { left: taken.left }) }
  return about(invalidCredentials(ruleOf(account), facts), account?.userId)
}

const ruleOf = (account: PasswordAccount | undefined) => {
  if (!account) return 'account.unknown'
  if (account.isDisabled) return 'account.blocked'
  return account.phc === null ? 'password.none' : 'password.wrong'
}
