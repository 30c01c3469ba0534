import { randomBytes } from 'node:crypto'
import type { TokenPair } from '../../contract/wire.ts'
import { noticeUnknownAddress, recorded, whomItChanged } from '../accounts/events/queries.ts'
import { existingOwner, keepAccount, upsertKnownAddress } from '../accounts/users/queries.ts'
import type { Client, Deps } from '../deps.ts'
import { first } from '../platform/db/db.ts'
import type { Statement } from '../platform/db/sql.ts'
import { invalidCredentials } from '../platform/errors.ts'
import { newLifetimes } from './lifetimes.ts'
import { pairOf } from './pair.ts'
import { deleteOldest, insertSession, type TokenRow } from './queries.ts'

const maxSessions = 50
// Who has no more than these needs none ended, however many are opened at the same moment: a process opens ten at once.
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

/** Whose session it is, and what else happens in the same transaction. */
export type Opening = {
  /** Selects the `id` of an account that the same statement creates. An account that is there already unless said. */
  newOwner?: Statement
  also?: readonly Statement[]
}

/**
 * The one mint: every pair of tokens that is not a refresh comes from here.
 *
 * @throws 401 when the user was disabled, deleted or signed out everywhere since the proof began
 */
export const openSession = async (
  deps: Deps,
  { userId, sessionId, epoch, methods }: SignedIn,
  client: Client,
  { newOwner, also = [] }: Opening = {},
): Promise<TokenPair> => {
  const { address, userAgent } = client
  const owner = newOwner ?? existingOwner(userId, epoch)
  const session = insertSession(
    { sessionId, seed: randomBytes(32), methods, address, userAgent },
    newLifetimes(deps.config),
    owner,
    fewSessions,
  )
  const row = await first<TokenRow & { areMany: boolean }>(
    deps.db,
    recorded(session, { type: 'session.opened', address, detail: { methods } }, [
      ...also,
      upsertKnownAddress(whomItChanged, client.bucket),
      ...(newOwner
        ? []
        : [...keepAccount(userId, whomItChanged), noticeUnknownAddress(userId, client, whomItChanged)]),
    ]),
  )
  if (!row) throw invalidCredentials()
  if (row.areMany) await deps.db.run(endedAsOldest(userId))
  return pairOf(deps, row)
}

// A statement of its own: only then does the last of several sign-ins at the same moment see all of them.
const endedAsOldest = (userId: string) =>
  recorded(deleteOldest(userId, maxSessions), { type: 'session.ended', detail: { reason: 'too_many' } })
