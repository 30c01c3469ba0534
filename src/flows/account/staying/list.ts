import type { Suspicion } from '#accounts/users/queries/suspects.ts'
import type { StayingThing } from '#contract/wire.ts'
import { needsSuspects } from '#credentials/delete.ts'
import { type IdentityRow, listIdentities } from '#credentials/identities/queries/identities.ts'
import { listPasskeys, type PasskeyRow } from '#credentials/passkeys/queries/passkeys.ts'
import { type Authenticator, listAuthenticators } from '#credentials/totp/queries/authenticators.ts'
import type { Deps } from '#deps.ts'
import type { Runner } from '#platform/db/db.ts'
import { listLive, type SessionRow } from '#sessions/queries/sessions.ts'
import { findUse, type Use } from './used.ts'

/**
 * What an attacker may have planted that would survive the use of the link. Neither this nor removing some uses it.
 * @throws 401 if the link no longer works
 */
export const listStaying = async ({ db }: Pick<Deps, 'db'>, token: string): Promise<StayingThing[]> =>
  stayingAfter(db, await findUse(db, token))

export const stayingAfter = (runner: Runner, use: Use): Promise<StayingThing[]> =>
  'change' in use ? afterUndo(runner, use.userId, use.change) : afterReset(runner, use.userId, use.provenAt)

const afterUndo = async (
  runner: Runner,
  userId: string,
  change: Suspicion & { hadFactor: boolean },
): Promise<StayingThing[]> => {
  // suspect second factors stay if they are the only ones, and all sessions end
  const needsAll = await needsSuspects(runner, userId, change)
  const passkeys = await listPasskeys(runner, userId, change)
  const guards = needsAll ? (await listPasskeys(runner, userId)).filter(isNewGuardBeside(passkeys)) : []
  const apps = await listAuthenticators(runner, userId, needsAll ? undefined : change)
  const identities = await listIdentities(runner, userId, change)
  const sessions = needsAll ? [] : await listLive(runner, userId, change)
  return [
    ...passkeys.map(ofPasskey),
    // they no longer sign in by themselves
    ...guards.map((guard) => ofPasskey({ ...guard, signsIn: false })),
    ...identities.map(ofIdentity),
    ...apps.map(ofApp),
    ...sessions.map(ofSession),
  ]
}

const isNewGuardBeside = (others: readonly PasskeyRow[]) => (passkey: PasskeyRow) =>
  passkey.secondFactorSince !== null && !others.some(({ id }) => id === passkey.id)

/** The first proof of a mailbox removes everything; a later one removes earlier ways to sign in. */
const afterReset = async (runner: Runner, userId: string, provenAt: Date | null): Promise<StayingThing[]> => {
  if (!provenAt) return []
  const passkeys = await listPasskeys(runner, userId)
  const identities = await listIdentities(runner, userId)
  const apps = await listAuthenticators(runner, userId)
  return [
    ...passkeys
      .map((passkey) => (passkey.createdAt < provenAt ? { ...passkey, signsIn: false } : passkey))
      .filter(({ signsIn, secondFactorSince }) => signsIn || secondFactorSince !== null)
      .map(ofPasskey),
    ...identities.filter(({ linkedAt }) => linkedAt >= provenAt).map(ofIdentity),
    ...apps.map(ofApp),
  ]
}

// a mailbox is worth only one factor
const ofPasskey = ({ id, name, createdAt, signsIn, secondFactorSince }: PasskeyRow): StayingThing => ({
  kind: 'passkey',
  id,
  name,
  since: createdAt.toISOString(),
  isRemovable: signsIn || secondFactorSince === null,
})

const ofIdentity = ({ provider, email, linkedAt }: IdentityRow): StayingThing => ({
  kind: 'identity',
  id: provider,
  name: email,
  since: linkedAt.toISOString(),
  isRemovable: true,
})

const ofApp = ({ id, name, createdAt }: Authenticator): StayingThing => ({
  kind: 'authenticator',
  id,
  name,
  since: createdAt.toISOString(),
  isRemovable: false,
})

const ofSession = ({ id, userAgent, createdAt }: SessionRow): StayingThing => ({
  kind: 'session',
  id,
  name: userAgent,
  since: createdAt.toISOString(),
  isRemovable: true,
})
