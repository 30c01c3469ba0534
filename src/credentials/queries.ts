import type { FactorMethod, Known } from '../../contract/wire.ts'
import { onlyRow, type Runner } from '../platform/db/db.ts'
import { type Fragment, sql } from '../platform/db/sql.ts'
import type { Credential } from './credential.ts'
import { credentials } from './index.ts'

const anyOf = (kinds: readonly Credential[], userId: Fragment): Fragment =>
  kinds.reduce((before, kind) => sql`${before} or ${kind.isSetUp(userId)}`, sql`false`)

const standing = (proves: Credential['proves']) =>
  credentials.filter((kind) => kind.proves === proves && kind.standsAlone)

/** Whether a user has a second factor, as an SQL condition. */
export const isGuarded = (userId: Fragment): Fragment => sql`(${anyOf(standing('second'), userId)})`

/** Whether the user can prove a first factor at all. */
export const hasWayIn = async (runner: Runner, userId: string): Promise<boolean> => {
  const row = await onlyRow(runner, 'hasWayIn')<{
    hasWayIn: boolean
  }>`select (${anyOf(standing('first'), sql`${userId}`)}) as "hasWayIn"`
  return row.hasWayIn
}

/** How a user can prove a second factor; empty without one. */
export const activeMethods = async (runner: Runner, userId: string): Promise<Known<FactorMethod>[]> => {
  const methods = credentials
    .filter((kind) => kind.proves === 'second')
    .map((kind) => sql`case when ${kind.isSetUp(sql`${userId}`)} then ${kind.kind}::text end`)
    .reduce((before, method) => sql`${before}, ${method}`)
  const row = await onlyRow(runner, 'activeMethods')<{ isGuarded: boolean; methods: Known<FactorMethod>[] }>`
    select ${isGuarded(sql`${userId}`)} as "isGuarded", array_remove(array[${methods}], null) as methods`
  return row.isGuarded ? row.methods : []
}
