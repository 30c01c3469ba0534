import type { Runner } from '../platform/db/db.ts'
import type { Credential, Remembered, Since } from './credential.ts'
import { credentials } from './index.ts'
import { wasGuarded } from './queries.ts'

export type Change = Omit<Since, 'mustKeepFactor'>

/** Whether no second factor would be asked for without the suspect ones, and one was before. */
export const needsSuspects = async (runner: Runner, userId: string, change: Change): Promise<boolean> =>
  change.hadFactor && !(await wasGuarded(runner, userId, change))

/** For the event. */
export type Removed = {
  password: boolean
  secondFactor: boolean
  passkeys: number
  identities: string[]
  trustedDevices: number
}

/** Everything that could let someone in. */
export const deleteCredentials = (runner: Runner, userId: string): Promise<Removed> =>
  removedBy((kind) => kind.deleteAll(runner, userId))

/** Everything that the author of a change may have set up to get in or keep the owner out. */
export const deleteCredentialsSince = async (
  runner: Runner,
  userId: string,
  change: Change,
): Promise<{ removed: Removed; mustKeepFactor: boolean }> => {
  const mustKeepFactor = await needsSuspects(runner, userId, change)
  const since = { ...change, mustKeepFactor }
  return { removed: await removedBy((kind) => kind.deleteSince(runner, userId, since)), mustKeepFactor }
}

export const deleteSecondFactors = (runner: Runner, userId: string): Promise<Removed> =>
  removedBy(
    (kind) => kind.deleteAll(runner, userId),
    ({ proves }) => proves !== 'first',
  )

/** Everything that opens an account by itself. */
export const deleteFirstFactors = (runner: Runner, userId: string): Promise<Removed> =>
  removedBy(
    (kind) => (kind.deleteFirst ?? kind.deleteAll)(runner, userId),
    ({ proves }) => proves !== 'second',
  )

/** Mailed codes that sign in, whoever asked for them. */
export const cancelMailed = (runner: Runner, userId: string): Promise<unknown> =>
  Promise.all(
    credentials.map((kind) => ('cancelMailed' in kind ? kind.cancelMailed?.(runner, userId) : undefined)),
  )

type Kind = Credential | Remembered

const removedBy = async (
  remove: (kind: Kind) => Promise<string[]>,
  isWanted: (kind: Kind) => boolean = () => true,
): Promise<Removed> => {
  const removed: Removed = {
    password: false,
    secondFactor: false,
    passkeys: 0,
    identities: [],
    trustedDevices: 0,
  }
  // in order, because backup codes go with the last second factor
  for (const kind of credentials.filter(isWanted)) {
    const names = await remove(kind)
    if (names.length === 0) continue
    if (kind.proves === 'second') removed.secondFactor ||= kind.standsAlone
    if (kind.kind === 'passkey') removed.passkeys += names.length
    else if (kind.kind === 'password') removed.password = true
    else if (kind.proves === 'nothing') removed.trustedDevices += names.length
    else if (kind.proves === 'first') removed.identities.push(...names)
  }
  return removed
}
