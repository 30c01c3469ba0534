import { randomBytes } from 'node:crypto'
import type { TokenPair } from '../../contract/wire.ts'
import { recordEvent } from '../accounts/events/record.ts'
import { cancelDeletion } from '../accounts/users/deletions/queries.ts'
import { noteAddress } from '../accounts/users/known-addresses/queries.ts'
import type { Client, Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import { invalidCredentials } from '../platform/errors.ts'
import { newLifetimes } from './lifetimes.ts'
import { pairOf } from './pair.ts'
import { deleteOldest, hasMoreThan, insertSession, type TokenRow } from './queries.ts'

const maxSessions = 50
// With this few sessions nothing has to be cleaned up, even if ten more open at the same moment.
const fewSessions = 20

/** Somebody who has proven completely who they are. */
export type SignedIn = {
  userId: string
  /** Chosen before the proof began, so that a proof that turns out to be stolen can end what came of it. */
  sessionId: string
  /** The user's epoch when the proof began: what ended all sessions since then also ends this sign-in. */
  epoch: number
  methods: string[]
}

/**
 * Signs somebody in. An account that was being closed is kept.
 *
 * @param settle what else happens in the same transaction
 * @throws 401 when the user was disabled, deleted or signed out everywhere since the proof began
 */
export const openSession = async (
  deps: Deps,
  signedIn: SignedIn,
  client: Client,
  settle: (runner: Runner) => Promise<unknown> = async () => {},
): Promise<TokenPair> => {
  const { userId } = signedIn
  const [row, areMany] = await deps.db.transaction(async (runner) => {
    const opened = await writeSession(deps, runner, signedIn, client)
    const [isKept, areMany] = await Promise.all([
      cancelDeletion(runner, userId),
      hasMoreThan(runner, userId, fewSessions),
      settle(runner),
    ])
    if (isKept) await recordEvent(runner, { type: 'account.deletion_cancelled', userId })
    return [opened, areMany]
  })
  if (areMany) await endOldest(deps, userId)
  return pairOf(deps, row)
}

/**
 * Writes down a session and what tells of it: the one place that issues tokens, but for a refresh.
 *
 * @throws 401 when there is no such user at that epoch
 */
export const writeSession = async (
  { config }: Pick<Deps, 'config'>,
  runner: Runner,
  { userId, sessionId, epoch, methods }: SignedIn,
  { address, bucket, userAgent }: Client,
): Promise<TokenRow> => {
  const session = { userId, sessionId, seed: randomBytes(32), methods, address, userAgent }
  const [row, isNews] = await Promise.all([
    insertSession(runner, session, newLifetimes(config), epoch),
    noteAddress(runner, userId, bucket),
  ])
  if (!row) throw invalidCredentials()
  const opened = { type: 'session.opened', userId, sessionId, address, detail: { methods } } as const
  await recordEvent(runner, { ...opened, ...(isNews && { aside: { userAgent } }) })
  return row
}

// In a transaction of its own: only then does the last of several sign-ins at the same moment see all of them.
const endOldest = ({ db }: Deps, userId: string) =>
  db.transaction(async (runner) => {
    const ended = {
      type: 'session.ended',
      actor: { kind: 'system' },
      detail: { reason: 'too_many' },
    } as const
    const sessions = await deleteOldest(runner, userId, maxSessions)
    await recordEvent(runner, ...sessions.map((session) => ({ ...ended, ...session })))
  })
