import { first, type Runner } from '../db/db.ts'
import { type Statement, sql } from '../db/sql.ts'
import { sweepOf } from '../db/sweep.ts'
import { existingOwner, ofEnabled } from '../users/queries.ts'

/**
 * Begins an enrolment, or begins it again: the secret before it can no longer be confirmed.
 *
 * @returns nothing when something ended all sessions since that epoch: an undo of a change of address took away what was
 *   begun, and this must not be written after it
 */
export const replaceEnrolment = (
  runner: Runner,
  {
    userId,
    epoch,
    sealedSecret,
    seconds,
  }: { userId: string; epoch: number; sealedSecret: Uint8Array; seconds: number },
): Promise<{ expiresAt: Date } | undefined> =>
  first(
    runner,
    sql`
      insert into totp_enrolments (user_id, sealed_secret, expires_at)
      select owner.id, ${sealedSecret}, now() + make_interval(secs => ${seconds})
      from (${existingOwner(userId, epoch)}) as owner
      on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at
      returning expires_at as "expiresAt"`,
  )

/** What can be confirmed, and whether a factor works already. */
export const findEnrolment = (
  runner: Runner,
  userId: string,
): Promise<{ isConfigured: boolean; sealedSecret: Uint8Array | null } | undefined> =>
  first(
    runner,
    sql`
      select exists (select from totp_factors where user_id = users.id) as "isConfigured",
        totp_enrolments.sealed_secret as "sealedSecret"
      from users
      left join totp_enrolments on totp_enrolments.user_id = users.id and totp_enrolments.expires_at > now()
      where users.id = ${userId}`,
  )

/**
 * The one statement that activates a factor: of this very secret, while it is pending, and where none works yet. The
 * code's step counts as used, so the code that confirms cannot sign in.
 */
export const activate = (
  runner: Runner,
  { userId, sealedSecret, step }: { userId: string; sealedSecret: Uint8Array; step: number },
): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      with confirmed as (
        delete from totp_enrolments
        where user_id = ${userId} and sealed_secret = ${sealedSecret} and expires_at > now()
        returning user_id, sealed_secret
      )
      insert into totp_factors (user_id, sealed_secret, last_step)
      select user_id, sealed_secret, ${step}::integer
      from confirmed
      on conflict (user_id) do nothing
      returning user_id as "userId"`,
  )

/** Makes changes to one user's second factor follow one another. @returns nothing when there is none */
export const lockFactor = (runner: Runner, userId: string): Promise<{ userId: string } | undefined> =>
  first(runner, sql`select user_id as "userId" from totp_factors where user_id = ${userId} for update`)

export const deleteFactor = (runner: Runner, userId: string): Promise<{ userId: string } | undefined> =>
  first(runner, sql`delete from totp_factors where user_id = ${userId} returning user_id as "userId"`)

/** Removes everything else of a user's second factor. */
export const deleteRemains = async (runner: Runner, userId: string): Promise<void> => {
  await runner.run(sql`delete from totp_enrolments where user_id = ${userId}`)
  await runner.run(sql`delete from backup_codes where user_id = ${userId}`)
  await runner.run(sql`delete from challenges where user_id = ${userId}`)
}

export const findTotp = (runner: Runner, userId: string): Promise<{ sealedSecret: Uint8Array } | undefined> =>
  first(runner, sql`select sealed_secret as "sealedSecret" from totp_factors where user_id = ${userId}`)

/** The one statement that spends a code's step. Of any number at the same moment one gets through. */
export const spendStep = (
  runner: Runner,
  {
    userId,
    sealedSecret,
    resealed,
    step,
  }: { userId: string; sealedSecret: Uint8Array; resealed: Uint8Array; step: number },
): Promise<{ step: number } | undefined> =>
  first(
    runner,
    sql`
      update totp_factors
      set last_step = ${step}, sealed_secret = ${resealed}
      where user_id = ${userId} and sealed_secret = ${sealedSecret} and last_step < ${step}
      returning last_step as step`,
  )

/** Stores a new set of backup codes. The old set is gone with the same commit. */
export const replaceBackupCodes = async (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
): Promise<void> => {
  await runner.run(sql`delete from backup_codes where user_id = ${userId}`)
  await runner.run(sql`
    insert into backup_codes (user_id, digest)
    select ${userId}, digest
    from unnest(${digests}::bytea[]) as digest`)
}

/** The one statement that spends a backup code. */
export const spendBackupCode = (
  runner: Runner,
  userId: string,
  digests: Uint8Array[],
): Promise<{ userId: string } | undefined> =>
  first(
    runner,
    sql`
      update backup_codes
      set spent_at = now()
      where user_id = ${userId} and digest = any(${digests}::bytea[]) and spent_at is null
      returning user_id as "userId"`,
  )

export const countBackupCodes = async (runner: Runner, userId: string): Promise<number> => {
  const row = await first<{ left: number }>(
    runner,
    sql`select count(*)::integer as left from backup_codes where user_id = ${userId} and spent_at is null`,
  )
  return row?.left ?? 0
}

export type Settings = {
  confirmedAt: Date | null
  backupCodesLeft: number
  pendingUntil: Date | null
  removesAt: Date | null
}

export const findSettings = (runner: Runner, userId: string): Promise<Settings | undefined> =>
  first(
    runner,
    sql`
      select totp_factors.confirmed_at as "confirmedAt",
        (select count(*)::integer from backup_codes where user_id = users.id and spent_at is null) as "backupCodesLeft",
        totp_enrolments.expires_at as "pendingUntil",
        next_at + make_interval(hours => hours_left) as "removesAt"
      from users
      left join totp_factors on totp_factors.user_id = users.id
      left join totp_enrolments on totp_enrolments.user_id = users.id and totp_enrolments.expires_at > now()
      left join two_factor_resets on two_factor_resets.user_id = users.id
      where users.id = ${userId}`,
  )

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

/** Sweeps challenges, an hour after their time. */
export const sweepChallenges = sweepOf(sql`challenges`, {
  key: sql`user_id, id`,
  when: sql`expires_at`,
  before: sql`now() - interval '1 hour'`,
})

/** Sweeps enrolments that nobody confirmed. */
export const sweepEnrolments = sweepOf(sql`totp_enrolments`, { key: sql`user_id`, when: sql`expires_at` })
