import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { lockUser } from '#accounts/users/queries/users.ts'
import type { LinkedIdentity } from '#contract/wire.ts'
import {
  findByIdentity,
  type IdentityRow,
  insertIdentity,
} from '#credentials/identities/queries/identities.ts'
import { spendIdentityLink } from '#credentials/identities/queries/pending-links.ts'
import type { Client, Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { UniqueViolation } from '#platform/db/failures.ts'
import { alreadyLinked, identityTaken, invalidLinkCode, unauthorized } from '#platform/errors.ts'
import type { Bearer } from '#sessions/authenticate.ts'
import { requireRecentProof } from '#sessions/proof/require-recent-proof.ts'
import { holdSession } from '#sessions/queries/sessions.ts'
import { challengeOf, oauthCodes } from '../../return/code.ts'
import { linkedIdentity } from './list.ts'

/**
 * Links an identity proven by a provider to the account that requested it.
 * @throws 400 `invalid_code`, 403 `reauthentication_required`, 409 `identity_taken` or `already_linked`
 */
export const confirmLink = async (
  deps: Deps,
  bearer: Bearer,
  provider: string,
  { code, code_verifier }: { code: string; code_verifier?: string | undefined },
  client: Client,
): Promise<LinkedIdentity> => {
  const { userId } = bearer
  const key = oauthCodes.read(code)
  if (!key || key.userId !== userId) throw invalidLinkCode()
  // first, so that the code still works afterwards
  await requireRecentProof(deps, bearer, undefined, client)
  const codeChallenge = code_verifier === undefined ? undefined : challengeOf(code_verifier)
  const spend = { ...key, provider, codeChallenge }
  return linkedIdentity(
    await deps.db.transaction((runner) => link(runner, bearer, spend, client)).catch(rethrowTaken),
  )
}

const link = async (
  runner: Runner,
  bearer: Bearer,
  spend: Parameters<typeof spendIdentityLink>[1],
  client: Client,
): Promise<IdentityRow> => {
  const { userId, sessionId } = bearer
  // lock order: the user first
  await lockUser(runner, userId)
  const maker = await holdSession(runner, bearer)
  if (!maker) throw unauthorized()
  // in this transaction, so that the undo of an address change sees all of it or nothing
  const spent = await spendIdentityLink(runner, spend)
  if (!spent) throw invalidLinkCode()
  const { provider } = spend
  const identity = { provider, subject: spent.subject, email: spent.email ?? undefined }
  const owner = await findByIdentity(runner, identity)
  if (owner) throw owner.userId === userId ? alreadyLinked() : identityTaken()
  const row = await insertIdentity(runner, userId, identity, maker)
  await recordEvent(runner, {
    type: 'identity.linked',
    userId,
    sessionId,
    ...cameFrom(client),
    detail: { provider },
  })
  return row
}

// someone else has just linked this identity
const rethrowTaken = (error: unknown): never => {
  if (!(error instanceof UniqueViolation)) throw error
  throw error.constraint === 'identity_owners_pkey' ? identityTaken() : alreadyLinked()
}
