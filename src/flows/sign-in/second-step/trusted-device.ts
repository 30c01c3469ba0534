import { randomBytes } from 'node:crypto'
import { cameFrom } from '#accounts/events/came-from.ts'
import { recordEvent } from '#accounts/events/record.ts'
import {
  deleteDevice,
  deleteOldestDevices,
  findDevice,
  insertDevice,
  isJustRotated,
  rotateDevice,
  type TrustedDevice,
} from '#credentials/trusted-devices/queries.ts'
import { deviceTokenOf, type PresentedDevice, readDeviceToken } from '#credentials/trusted-devices/token.ts'
import type { Client, Deps } from '#deps.ts'
import { newId } from '#platform/crypto/id.ts'
import { isAuthentic } from '#platform/crypto/token.ts'
import type { Runner } from '#platform/db/db.ts'
import type { SignedIn } from '#sessions/open.ts'

const maxDevices = 10

/** Where the second step has been taken before. */
export type Trusted = {
  /** Since the second factor was proven there. */
  factorSecondsAgo: number
  /** What the device keeps from now on. */
  deviceToken: string
  /** Exchanges its token, in the transaction that opens the session. @throws `NotTrustedAnyMore` */
  use(runner: Runner): Promise<void>
}

/** The device was ended, or its token used by somebody else, since it was looked at. */
export class NotTrustedAnyMore extends Error {}

/**
 * What a device's token is worth to somebody who has proven a first factor. A token of somebody else's device is worth as much as
 * none, and takes no statement.
 * @returns undefined if the second step has to be taken. So it has, and the device is forgotten, if its token was exchanged before
 *   and not just now: of it and its successor, one was stolen
 */
export const findTrusted = async (
  deps: Deps,
  { userId }: Pick<SignedIn, 'userId'>,
  token: string | undefined,
  client: Client,
): Promise<Trusted | undefined> => {
  const presented = token === undefined ? undefined : readDeviceToken(deps, token)
  const limits = limitsOf(deps)
  if (presented?.userId !== userId) return
  const device = await findDevice(deps.db, presented, limits)
  if (!device || !isAuthentic(presented, device.seed)) return
  const behind = device.generation - presented.generation
  if (behind < 0) return
  if (behind > 1 || (behind === 1 && !device.isRepeatable)) return forgetStolen(deps, presented, client)
  const of = { ...device, generation: presented.generation }
  return {
    factorSecondsAgo: device.provenSecondsAgo,
    deviceToken: deviceTokenOf(deps, { ...of, generation: of.generation + 1 }),
    use: (runner) => exchange(runner, of, limits, client),
  }
}

type Limits = { days: number; retrySeconds: number }

const limitsOf = ({ config }: Pick<Deps, 'config'>): Limits => ({
  days: config.trustedDeviceDays,
  retrySeconds: config.refreshRetrySeconds,
})

const exchange = async (runner: Runner, device: TrustedDevice, limits: Limits, client: Client) => {
  const isUsed =
    (await rotateDevice(runner, device, client, limits.days)) || (await isJustRotated(runner, device, limits))
  if (!isUsed) throw new NotTrustedAnyMore()
}

const forgetStolen = async (deps: Deps, device: PresentedDevice, client: Client): Promise<undefined> => {
  const { userId, id } = device
  const event = {
    type: 'trusted_device.reuse_detected',
    outcome: 'refused',
    userId,
    ...cameFrom(client),
  } as const
  const isForgotten = await deps.db.transaction(async (runner) => {
    const wasThere = await deleteDevice(runner, device)
    // of simultaneous thieves, one is news
    if (wasThere) await recordEvent(runner, { ...event, detail: { id } })
    return wasThere
  })
  if (isForgotten) deps.metrics.trustedDevices.add({ outcome: 'reuse' })
}

/**
 * Trusts the device of somebody who has just proven both factors, in the transaction that opens the session, whose lock of the user
 * lets simultaneous ones see each other. The oldest of too many is forgotten.
 * @returns its first token; undefined where no device is trusted
 */
export const trustDevice = async (
  deps: Deps,
  runner: Runner,
  { userId, sessionId, epoch }: Pick<SignedIn, 'userId' | 'sessionId' | 'epoch'>,
  client: Client,
): Promise<string | undefined> => {
  const { days } = limitsOf(deps)
  if (days === 0) return
  const device = { userId, id: newId(deps.now()), seed: randomBytes(32), generation: 0 }
  const { expiresAt } = await insertDevice(runner, { ...device, epoch, ...client }, days)
  await deleteOldestDevices(runner, userId, maxDevices)
  await recordEvent(runner, {
    type: 'trusted_device.added',
    userId,
    sessionId,
    ...cameFrom(client),
    detail: { id: device.id, expiresAt: expiresAt.toISOString() },
  })
  return deviceTokenOf(deps, device)
}
