import type { FactorMethod, Known } from '../../contract/wire.ts'
import type { Suspicion } from '../accounts/users/queries/suspects.ts'
import { everyUser, newestUsers } from '../accounts/users/queries/users.ts'
import { onlyRow, type Runner } from '../platform/db/db.ts'
import { type Fragment, sql } from '../platform/db/sql.ts'
import type { Credential, Offering, SecondFactor } from './credential.ts'
import { credentials } from './index.ts'
import { mailedCode } from './mailed-code/credential.ts'

const anyOf = (conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((before, condition) => sql`${before} or ${condition}`, sql`false`)

const thatProve = (factor: Credential['proves']): Credential[] =>
  credentials.filter((kind): kind is Credential => kind.proves === factor)

const firstOnes = thatProve('first').filter(({ standsAlone }) => standsAlone)

const isFactor = (kind: Credential): kind is SecondFactor => kind.proves === 'second' && kind.standsAlone

const secondOnes = thatProve('second').filter(isFactor)

/** Whether a user has a second factor, as an SQL condition. */
export const isGuarded = (userId: Fragment): Fragment =>
  sql`(${anyOf(secondOnes.map((kind) => kind.isSetUp(userId)))})`

/** Whether a user has one that is not suspect. */
export const wasGuarded = async (runner: Runner, userId: string, suspicion: Suspicion): Promise<boolean> => {
  const conditions = secondOnes.map((kind) => kind.wasSetUp(sql`${userId}`, suspicion))
  const row = await onlyRow(runner, 'wasGuarded')<{ isOlder: boolean }>`
    select (${anyOf(conditions)}) as "isOlder"`
  return row.isOlder
}

/** Whether the user can prove a first factor that is offered here. */
export const hasWayIn = async (runner: Runner, userId: string, { config }: Offering): Promise<boolean> => {
  const ways = firstOnes.flatMap(
    ({ isSetUp, isOffered = isSetUp }) => isOffered(sql`${userId}`, config) ?? [],
  )
  const row = await onlyRow(runner, 'hasWayIn')<{ hasWayIn: boolean }>`select (${anyOf(ways)}) as "hasWayIn"`
  return row.hasWayIn
}

/**
 * How many people have the way in that `EMAIL_SIGN_IN` switches off, and no other.
 * @param among how many people are looked at, the newest first; all of them where they lie on several servers
 */
export const countDependent = async (runner: Runner, among: number): Promise<number> => {
  const waysIn = (kinds: readonly Credential[]) => anyOf(kinds.map((kind) => kind.isSetUp(sql`person.id`)))
  const row = await onlyRow(runner, 'countDependent')<{ count: number }>`
    select count(*)::integer as count
    from (${runner.isSpread?.() ? everyUser : newestUsers(among)}) as person
    where (${waysIn([mailedCode])}) and not (${waysIn(firstOnes.filter((kind) => kind !== mailedCode))})`
  return row.count
}

/** How a user can prove a second factor; empty without one. */
export const activeMethods = async (runner: Runner, userId: string): Promise<Known<FactorMethod>[]> => {
  const methods = thatProve('second')
    .map((kind) => sql`case when ${kind.isSetUp(sql`${userId}`)} then ${kind.kind}::text end`)
    .reduce((before, method) => sql`${before}, ${method}`)
  const row = await onlyRow(runner, 'activeMethods')<{ isGuarded: boolean; methods: Known<FactorMethod>[] }>`
    select ${isGuarded(sql`${userId}`)} as "isGuarded", array_remove(array[${methods}], null) as methods`
  return row.isGuarded ? row.methods : []
}
