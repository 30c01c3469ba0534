import type { LinkedIdentity } from '../../contract/wire.ts'
import { insertEvent } from '../audit/queries.ts'
import { first, type Runner } from '../db/db.ts'
import { UniqueViolation } from '../db/failures.ts'
import type { Client, Deps } from '../deps.ts'
import { alreadyLinked, identityTaken, invalidLinkCode, unauthorized } from '../errors.ts'
import { challengeOf, readCode } from '../oauth/code.ts'
import { spendLink } from '../oauth/queries.ts'
import type { Bearer } from '../sessions/authenticate.ts'
import { holdSession } from '../sessions/queries.ts'
import { findByIdentity, type IdentityKey, insertIdentity } from '../users/identities/queries.ts'
import { linkedIdentity } from './list.ts'

/**
 * Links an identity that a provider has proven to the account whose owner began that, once.
 *
 * @throws 400 `invalid_code`, 409 `identity_taken` or `already_linked`
 */
export const confirmLink = async (
  deps: Deps,
  bearer: Bearer,
  provider: string,
  { code, code_verifier }: { code: string; code_verifier?: string | undefined },
  client: Client,
): Promise<LinkedIdentity> => {
  const { userId } = bearer
  const key = readCode(code)
  if (!key || key.userId !== userId) throw invalidLinkCode()
  const codeChallenge = code_verifier === undefined ? undefined : challengeOf(code_verifier)
  const spent = await spendLink(deps.db, { ...key, provider, codeChallenge })
  if (!spent) throw invalidLinkCode()
  const identity = { provider, subject: spent.subject, email: spent.email ?? undefined }
  try {
    return linkedIdentity(await deps.db.transaction((runner) => link(runner, bearer, identity, client)))
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const owner = await findByIdentity(deps.db, identity)
    throw owner && owner.userId !== userId ? identityTaken() : alreadyLinked()
  }
}

const link = async (
  runner: Runner,
  { userId, sessionId }: Bearer,
  identity: IdentityKey & { email: string | undefined },
  { address }: Client,
) => {
  // whoever proves the mailbox meanwhile waits for this, and then finds the identity to remove
  if (!(await holdSession(runner, userId, sessionId))) throw unauthorized()
  const row = await first<Parameters<typeof linkedIdentity>[0]>(runner, insertIdentity(userId, identity))
  const { provider } = identity
  await runner.run(insertEvent({ type: 'identity.linked', userId, sessionId, address, detail: { provider } }))
  return row as NonNullable<typeof row>
}
