import type { Deps } from '../../deps.ts'
import type { Statement } from '../../platform/db/sql.ts'
import { type Addressee, issueLink } from './issue.ts'
import { linkKinds } from './kinds.ts'

export const issueVerification = (deps: Pick<Deps, 'keys'>, addressee: Addressee): Statement[] =>
  issueLink(deps, 'verification', addressee, { hours: linkKinds.verification.seconds / 3_600 })

/** For new accounts, unless `EMAIL_VERIFICATION` is `off`. */
export const issueFirstVerification = (
  deps: Pick<Deps, 'keys' | 'config'>,
  addressee: Addressee,
): Statement[] => (deps.config.emailVerification === 'off' ? [] : issueVerification(deps, addressee))
