import { findMailbox } from '../../accounts/users/queries/emails.ts'
import { ofEnabled, ofEnabledAt } from '../../accounts/users/queries/users.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '../../platform/db/db.ts'
import { ifGenuine, macOf } from '../../platform/db/sealing.ts'
import { type Fragment, sql } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** `sessionId`: of the session it may become. */
export type ChallengeKey = { userId: string; sessionId: string; digest: Uint8Array }

/** What was proven so far, and where. */
export type HalfWay = { epoch: number; methods: string[]; bucket: string }

type NewChallenge = ChallengeKey & HalfWay & { seconds: number }

/** Per challenge. */
export const maxTries = 5

const kind = 'challenge'

const valuesOf = ({ userId, sessionId, digest }: ChallengeKey, { epoch, methods, bucket }: HalfWay) => [
  userId,
  sessionId,
  digest,
  epoch,
  methods,
  bucket,
]

const halfWayColumns = sql`challenges.epoch, methods, address as bucket, mac`

type HalfWayRow = HalfWay & { mac: Uint8Array | null }

export const insertChallenge = (runner: Runner, challenge: NewChallenge): Promise<{ expiresAt: Date }> => {
  const { userId, sessionId, digest, epoch, methods, bucket, seconds } = challenge
  return onlyRow(runner, 'insertChallenge')`
    insert into challenges (user_id, id, digest, epoch, methods, address, mac, expires_at)
    values (${userId}, ${sessionId}, ${digest}, ${epoch}, ${methods}::text[], ${bucket},
      ${macOf(runner, kind, valuesOf(challenge, challenge))},
      now() + make_interval(secs => ${seconds}))
    returning expires_at as "expiresAt"`
}

const isOf = ({ userId, sessionId, digest }: ChallengeKey): Fragment => sql`
  user_id = ${userId} and id = ${sessionId} and digest = ${digest} and ${ofEnabled(userId)}`

/** Neither expired nor used up, and all sessions have not ended since. */
const isOpen = ({ userId }: ChallengeKey): Fragment => sql`
  expires_at > now() and tries < ${maxTries} and ${ofEnabledAt(userId, sql`challenges.epoch`)}`

/** @returns whether it can still be answered */
export const findChallenge = (runner: Runner, key: ChallengeKey): Promise<{ isOpen: boolean } | undefined> =>
  firstRow(runner, 'findChallenge')`
    select ${isOpen(key)} as "isOpen"
    from challenges
    where ${isOf(key)}`

/** What was proven so far, unless the challenge is over, or all sessions have ended since. */
export const findHalfWay = async (runner: Runner, key: ChallengeKey): Promise<HalfWay | undefined> => {
  const row = await firstRow(runner, 'findHalfWay')<HalfWayRow>`
    select ${halfWayColumns}
    from challenges
    where ${isOf(key)} and ${isOpen(key)}`
  return ifGenuine(runner, kind, row, (found) => valuesOf(key, found))
}

/** Before the code is checked. @returns what was proven so far, unless the challenge is over */
export const takeTry = async (
  runner: Runner,
  key: ChallengeKey,
): Promise<(HalfWay & { tries: number }) | undefined> => {
  const row = await firstRow(runner, 'takeTry')<HalfWayRow & { tries: number }>`
    update challenges
    set tries = tries + 1
    where ${isOf(key)} and ${isOpen(key)}
    returning tries, ${halfWayColumns}`
  return ifGenuine(runner, kind, row, (taken) => valuesOf(key, taken))
}

/** For a try that turned out to be right. */
export const returnTry = (runner: Runner, key: ChallengeKey): Promise<unknown> =>
  run(runner, 'returnTry')`
    update challenges
    set tries = tries - 1
    where ${isOf(key)} and tries > 0`

/** The one statement that spends a challenge. @returns whether it was there to be spent */
export const spendChallenge = (runner: Runner, key: ChallengeKey): Promise<boolean> =>
  anyRow(runner, 'spendChallenge')`
    delete from challenges
    where ${isOf(key)} and expires_at > now()
    returning 1`

/** The mailbox of an open challenge, unless all sessions have ended since the first factor. */
export const findAddressee = async (
  runner: Runner,
  key: ChallengeKey,
): Promise<{ typed: string; canonical: string } | undefined> => {
  const [halfWay, mailbox] = await Promise.all([findHalfWay(runner, key), findMailbox(runner, key.userId)])
  return halfWay && mailbox?.isGenuine() ? mailbox : undefined
}

export const deleteChallenges = (runner: Runner, userId: string): Promise<unknown> =>
  run(runner, 'deleteChallenges')`delete from challenges where user_id = ${userId}`

export const sweepChallenges = sweepOf(sql`challenges`, {
  key: sql`user_id, id`,
  when: sql`expires_at`,
  before: sql`now() - interval '1 hour'`,
})
