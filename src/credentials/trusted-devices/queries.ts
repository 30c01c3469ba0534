import { ofEnabledAt } from '#accounts/users/queries/users.ts'
import { anyRow, firstRow, onlyRow, type Runner, run } from '#platform/db/db.ts'
import { ifGenuine, macOf } from '#platform/db/sealing.ts'
import { type Fragment, sql } from '#platform/db/sql.ts'
import { sweepOf } from '#platform/db/sweep.ts'
import type { DeviceRow } from './token.ts'

type DeviceKey = Pick<DeviceRow, 'userId' | 'id'>

const kind = 'trusted device'

/** The MAC is renewed with the generation: whoever can write rows sets no used token back to being the present one. */
const valuesOf = ({ userId, id, seed, generation, epoch }: DeviceRow & { epoch: number }) => [
  userId,
  id,
  seed,
  generation,
  epoch,
]

/**
 * Not expired, also by a setting that has become shorter since, of an enabled user, and nothing has ended all sessions since.
 * @param days how long devices are trusted
 */
const isTrusted = (userId: string, days: number): Fragment => sql`
  expires_at > now() and created_at > now() - make_interval(days => ${days}::integer)
    and ${ofEnabledAt(userId, sql`trusted_devices.epoch`)}`

type Place = { address: string; userAgent: string | undefined }

type NewDevice = DeviceKey & Place & { seed: Uint8Array; epoch: number }

export const insertDevice = (
  runner: Runner,
  device: NewDevice,
  days: number,
): Promise<{ expiresAt: Date }> => {
  const { userId, id, seed, epoch, address, userAgent } = device
  return onlyRow(runner, 'insertDevice')`
    insert into trusted_devices (user_id, id, seed, epoch, address, user_agent, mac, expires_at)
    values (${userId}, ${id}, ${seed}, ${epoch}, ${address}, ${userAgent ?? null},
      ${macOf(runner, kind, valuesOf({ ...device, generation: 0 }))},
      now() + make_interval(days => ${days}::integer))
    returning expires_at as "expiresAt"`
}

/** Keeps the newest `most`. */
export const deleteOldestDevices = (runner: Runner, userId: string, most: number): Promise<unknown> =>
  run(runner, 'deleteOldestDevices')`
    delete from trusted_devices
    where user_id = ${userId} and id in (
      select id
      from trusted_devices
      where user_id = ${userId}
      order by created_at desc, id desc
      offset ${most}
    )`

export type TrustedDevice = DeviceRow & {
  epoch: number
  /** Since the second factor was proven there. */
  provenSecondsAgo: number
  /** Whether the token that was exchanged last may be exchanged again. */
  isRepeatable: boolean
}

/**
 * @param retrySeconds after which an exchanged token has been stolen
 * @returns undefined unless it is trusted
 */
export const findDevice = async (
  runner: Runner,
  { userId, id }: DeviceKey,
  { days, retrySeconds }: { days: number; retrySeconds: number },
): Promise<TrustedDevice | undefined> => {
  const row = await firstRow(runner, 'findDevice')<TrustedDevice & { mac: Uint8Array }>`
    select user_id as "userId", id, seed, generation, epoch, mac,
      extract(epoch from now() - created_at)::float8 as "provenSecondsAgo",
      ${isRecentlyUsed(retrySeconds)} as "isRepeatable"
    from trusted_devices
    where user_id = ${userId} and id = ${id} and ${isTrusted(userId, days)}`
  return ifGenuine(runner, kind, row, valuesOf)
}

/** A use in the future is from before the clock went back; less than a second may be a small correction of it. */
const isRecentlyUsed = (retrySeconds: number): Fragment => sql`
  (now() - last_used_at < make_interval(secs => ${retrySeconds})
    and last_used_at - now() < make_interval(secs => least(${retrySeconds}::float8, 1)))`

/** The one statement that exchanges a token. @returns whether it was the present one */
export const rotateDevice = (
  runner: Runner,
  device: DeviceRow & { epoch: number },
  { address, userAgent }: Place,
  days: number,
): Promise<boolean> => {
  const { userId, id, generation } = device
  const mac = macOf(runner, kind, valuesOf({ ...device, generation: generation + 1 }))
  return anyRow(runner, 'rotateDevice')`
    update trusted_devices
    set generation = generation + 1, mac = ${mac}, last_used_at = now(), address = ${address},
      user_agent = ${userAgent ?? null}
    where user_id = ${userId} and id = ${id} and generation = ${generation} and ${isTrusted(userId, days)}
    returning id`
}

/** Whether the token of a generation was exchanged just now, and may be once more. */
export const isJustRotated = (
  runner: Runner,
  { userId, id, generation }: Omit<DeviceRow, 'seed'>,
  { days, retrySeconds }: { days: number; retrySeconds: number },
): Promise<boolean> =>
  anyRow(runner, 'isJustRotated')`
    select 1
    from trusted_devices
    where user_id = ${userId} and id = ${id} and generation = ${generation + 1}
      and ${isRecentlyUsed(retrySeconds)} and ${isTrusted(userId, days)}`

export type ListedDevice = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  ip: string
}

const listed = sql`
  id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", user_agent as "userAgent", address as ip`

/** Newest first. */
export const listDevices = (runner: Runner, userId: string, days: number): Promise<ListedDevice[]> =>
  run(runner, 'listDevices')`
    select ${listed}
    from trusted_devices
    where user_id = ${userId} and ${isTrusted(userId, days)}
    order by created_at desc, id desc`

/** The same, and those that are no longer trusted, and not swept yet. */
export const listHeldDevices = (runner: Runner, userId: string): Promise<ListedDevice[]> =>
  run(runner, 'listHeldDevices')`
    select ${listed} from trusted_devices where user_id = ${userId} order by created_at desc, id desc`

/** @returns whether it existed */
export const deleteDevice = (runner: Runner, { userId, id }: DeviceKey): Promise<boolean> =>
  anyRow(runner, 'deleteDevice')`
    delete from trusted_devices where user_id = ${userId} and id = ${id} returning id`

/** @returns their ids */
export const deleteDevices = async (runner: Runner, userId: string): Promise<string[]> => {
  const rows = await run(runner, 'deleteDevices')<{ id: string }>`
    delete from trusted_devices where user_id = ${userId} returning id`
  return rows.map(({ id }) => id)
}

export const sweepDevices = sweepOf(sql`trusted_devices`, { key: sql`user_id, id`, when: sql`expires_at` })
