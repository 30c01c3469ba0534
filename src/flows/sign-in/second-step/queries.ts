import { isEnabled, ofEnabled } from '../../../accounts/users/queries.ts'
import { first, type Runner } from '../../../platform/db/db.ts'
import { type Statement, sql } from '../../../platform/db/sql.ts'
import { sweepOf } from '../../../platform/db/sweep.ts'

/** A challenge is found by its owner, the id of the session it may become, and its digest. */
export type ChallengeKey = { userId: string; sessionId: string; digest: Uint8Array }

type NewChallenge = ChallengeKey & {
  epoch: number
  methods: string[]
  attemptsKind: string | undefined
  seconds: number
}

export const insertChallenge = (challenge: NewChallenge): Statement => sql`
  insert into challenges (user_id, id, digest, epoch, methods, attempts_kind, expires_at)
  values (${challenge.userId}, ${challenge.sessionId}, ${challenge.digest}, ${challenge.epoch},
    ${challenge.methods}::text[], ${challenge.attemptsKind ?? null},
    now() + make_interval(secs => ${challenge.seconds}))
  returning user_id as "userId", null::uuid as "sessionId", expires_at as "expiresAt"`

/** Whether a challenge can still be answered; nothing when there never was such a one. */
export const findChallenge = (
  runner: Runner,
  { userId, sessionId, digest }: ChallengeKey,
  maxTries: number,
): Promise<{ isOpen: boolean } | undefined> =>
  first(
    runner,
    sql`
      select expires_at > now() and tries < ${maxTries} as "isOpen"
      from challenges
      where user_id = ${userId} and id = ${sessionId} and digest = ${digest} and ${ofEnabled(userId)}`,
  )

/** Takes one of a challenge's tries, before the code is looked at. */
export const takeTry = (
  runner: Runner,
  { userId, sessionId, digest }: ChallengeKey,
  maxTries: number,
): Promise<{ tries: number } | undefined> =>
  first(
    runner,
    sql`
      update challenges
      set tries = tries + 1
      where user_id = ${userId} and id = ${sessionId} and digest = ${digest}
        and expires_at > now() and tries < ${maxTries}
      returning tries`,
  )

/** The one statement that spends a challenge. */
export const spendChallenge = (
  runner: Runner,
  { userId, sessionId, digest }: ChallengeKey,
): Promise<{ epoch: number; methods: string[]; attemptsKind: string | null } | undefined> =>
  first(
    runner,
    sql`
      delete from challenges
      where user_id = ${userId} and id = ${sessionId} and digest = ${digest} and expires_at > now()
      returning epoch, methods, attempts_kind as "attemptsKind"`,
  )

/**
 * Where somebody gets mail whose challenge can still be answered, if nothing ended all sessions since the first factor
 * was proven. Until the transaction ends, nothing does.
 */
export const lockAddressee = (
  runner: Runner,
  { userId, sessionId, digest }: ChallengeKey,
  maxTries: number,
): Promise<{ typed: string; canonical: string } | undefined> =>
  first(
    runner,
    sql`
      select typed, canonical
      from challenges
      join users on users.id = challenges.user_id and users.epoch = challenges.epoch and ${isEnabled}
      join emails on emails.user_id = challenges.user_id
      where challenges.user_id = ${userId} and challenges.id = ${sessionId} and digest = ${digest}
        and expires_at > now() and tries < ${maxTries}
      for no key update of users`,
  )

/** Sweeps challenges, an hour after their time. */
export const sweepChallenges = sweepOf(sql`challenges`, {
  key: sql`user_id, id`,
  when: sql`expires_at`,
  before: sql`now() - interval '1 hour'`,
})
