import { randomBytes } from 'node:crypto'
import { recordEvent } from '../accounts/events/record.ts'
import { cancelDeletion } from '../accounts/users/queries/deletions.ts'
import { noteAddress } from '../accounts/users/queries/known-addresses.ts'
import type { Client, Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import { faultOf } from '../platform/db/failures.ts'
import { invalidCredentials } from '../platform/errors.ts'
import { about } from '../platform/refusals/concerning.ts'
import { admitOperator } from './console.ts'
import { newLifetimes, type SessionKind, visitLifetimes } from './lifetimes.ts'
import { awaitEmail, deleteOldest, hasMoreThan, insertSession, type TokenRow } from './queries/sessions.ts'

const maxSessions = 50
// With this few sessions nothing has to be cleaned up, even if ten more open at the same moment.
const fewSessions = 20

/** Someone who has proven their identity completely. */
export type SignedIn = {
  userId: string
  /** Chosen before the proof began, so that a stolen proof leads to its session. */
  sessionId: string
  /** When the proof began: whatever has ended all sessions since also ends this sign-in. */
  epoch: number
  methods: string[]
  /** Since that was proven: 0 unless it was on another occasion. */
  provenSecondsAgo?: number
  /** Since the second factor was proven, if that was earlier: on a trusted device. */
  factorSecondsAgo?: number | undefined
  /** For an application, unless it says otherwise. */
  kind?: SessionKind
  /** The visit on the pages that it comes from. */
  visitId?: string | undefined
}

/**
 * Signs someone in, which cancels the closing of their account.
 * @param settle runs in the same transaction
 * @throws 401 if the user was disabled, deleted or signed out everywhere since the proof began
 */
export const openSession = async (
  deps: Deps,
  signedIn: SignedIn,
  client: Client,
  settle: (runner: Runner) => Promise<unknown> = async () => {},
): Promise<TokenRow> => {
  const { userId } = signedIn
  const [row, areMany] = await deps.db.transaction(async (runner) => {
    // the session first, because that locks the user; a refusal here undoes all of it
    const [opened, isKept, areMany] = await Promise.all([
      writeSession(deps, runner, signedIn, client),
      cancelDeletion(runner, userId),
      hasMoreThan(runner, userId, fewSessions),
      settle(runner),
    ])
    if (isKept) await recordEvent(runner, { type: 'account.deletion_cancelled', userId })
    return [opened, areMany]
  })
  if (areMany) await endOldest(deps, userId).catch((error) => noteKept(deps, userId, error))
  return row
}

/** The only place that issues tokens, apart from a refresh. @throws 401 if there is no such user at that epoch */
export const writeSession = async (
  { config }: Pick<Deps, 'config'>,
  runner: Runner,
  { epoch, provenSecondsAgo = 0, kind = 'application', ...signedIn }: SignedIn,
  client: Client,
): Promise<TokenRow> => {
  const { address, bucket, userAgent } = client
  const seed = randomBytes(32)
  const { userId, sessionId, methods } = signedIn
  const session = { ...signedIn, kind, seed, provenSecondsAgo, address, userAgent }
  const lifetimes = kind === 'application' ? newLifetimes(config) : visitLifetimes[kind]
  const isProofRequired = config.emailVerification === 'required'
  const [row, isNews, awaitsEmail] = await Promise.all([
    insertSession(runner, session, lifetimes, epoch),
    noteAddress(runner, userId, bucket),
    isProofRequired && awaitEmail(runner, { userId, sessionId }),
  ])
  if (!row) throw about(invalidCredentials('sign_in.overtaken'), userId)
  if (kind === 'console') await admitOperator(runner, { userId, methods }, client)
  const detail = { methods, ...(kind === 'console' && { kind }) }
  const opened = { type: 'session.opened', userId, sessionId, address, detail } as const
  await recordEvent(runner, { ...opened, ...(isNews && { aside: { userAgent } }) })
  return { ...row, awaitsEmail }
}

// in a transaction of its own, so that the last of simultaneous sign-ins sees them all
const endOldest = ({ db }: Deps, userId: string) =>
  db.transaction(async (runner) => {
    const why = { actor: { kind: 'system' }, detail: { reason: 'too_many' } } as const
    const sessions = await deleteOldest(runner, userId, maxSessions)
    const ended = sessions.map((session) => ({ type: 'session.ended', ...session, ...why }) as const)
    await recordEvent(runner, ...ended)
  })

/** The session stays open even if the oldest cannot be ended: the next sign-in tries again. */
const noteKept = ({ log }: Deps, userId: string, error: unknown) => {
  // outages are logged by the watch
  if (!faultOf(error)) log.warn({ err: error, userId }, 'the oldest sessions of a user could not be ended')
}
