import { lockUserAt } from '../../accounts/users/queries/users.ts'
import { insertIdentityLink } from '../../credentials/identities/queries/pending-links.ts'
import type { Linker } from '../../credentials/identities/queries/transactions.ts'
import type { Deps } from '../../deps.ts'
import { signInLost } from '../../platform/errors.ts'
import { oauthCodes } from './code.ts'

const linkSeconds = 10 * 60

/** An identity proven by a provider. */
type Linkable = {
  provider: string
  subject: string
  email: string | undefined
  codeChallenge: string | undefined
}

/**
 * Issues a code with which the owner, signed in, confirms a link. The provider's answer alone links nothing: somebody
 * lured through another's link would give their identity away.
 * @throws 400 if all sessions have ended since it was begun
 */
export const issueLinkCode = (
  { db }: Deps,
  linkable: Linkable,
  { userId, epoch }: Linker,
): Promise<string> => {
  const { token, key } = oauthCodes.issue({ userId })
  return db.transaction(async (runner) => {
    if (!(await lockUserAt(runner, userId, epoch))) throw signInLost(userId)
    await insertIdentityLink(runner, { ...linkable, ...key, seconds: linkSeconds })
    return token
  })
}
