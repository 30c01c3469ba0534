import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import { type Addressee, issueLink } from './issue.ts'
import { linkKinds } from './kinds.ts'

export const issueVerification = (
  deps: Pick<Deps, 'keys'>,
  runner: Runner,
  addressee: Addressee,
): Promise<unknown> =>
  issueLink(deps, runner, 'verification', addressee, { hours: linkKinds.verification.seconds / 3_600 })

/** For new accounts, unless `EMAIL_VERIFICATION` is `off`. */
export const issueFirstVerification = async (
  deps: Pick<Deps, 'keys' | 'config'>,
  runner: Runner,
  addressee: Addressee,
): Promise<unknown> =>
  deps.config.emailVerification === 'off' ? undefined : issueVerification(deps, runner, addressee)
