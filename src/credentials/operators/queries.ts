import { firstRow, type Runner, run } from '../../platform/db/db.ts'
import { isSealed, macOf } from '../../platform/db/sealing.ts'
import { sql } from '../../platform/db/sql.ts'
import { isGuarded } from '../queries.ts'
import type { Quota } from '../service-keys/queries.ts'
import type { KeyScope } from '../service-keys/scopes.ts'

/** Somebody who may use the console, and for what. */
export type Operator = Quota & { userId: string; scopes: KeyScope[]; grantedAt: Date }

type Granted = Omit<Operator, 'grantedAt'>

type StoredOperator = Operator & { mac: Uint8Array; hasFactor: boolean }

const valuesOf = ({ userId, scopes, actsPerHour, removalsPerDay }: Granted) => [
  userId,
  scopes.join(' '),
  actsPerHour,
  removalsPerDay,
]

const columns = sql`
  user_id as "userId", scopes, acts_per_hour as "actsPerHour", removals_per_day as "removalsPerDay",
  granted_at as "grantedAt", mac`

/** Replaces what was granted before. */
export const putOperator = (runner: Runner, granted: Granted): Promise<unknown> => {
  const { userId, scopes, actsPerHour, removalsPerDay } = granted
  return run(runner, 'putOperator')`
    insert into operators (user_id, scopes, acts_per_hour, removals_per_day, granted_at, mac)
    values (${userId}, ${scopes}::text[], ${actsPerHour}, ${removalsPerDay}, now(),
      ${macOf(runner, 'operator', valuesOf(granted))})
    on conflict (user_id) do update
    set scopes = excluded.scopes, acts_per_hour = excluded.acts_per_hour,
      removals_per_day = excluded.removals_per_day, granted_at = excluded.granted_at, mac = excluded.mac`
}

/**
 * An operator as of now. Undefined for everybody else, and for a row that was written without the key. A passkey that only signs in
 * is no factor here: beside it, the password alone could add another one.
 */
export const findOperator = async (
  runner: Runner,
  userId: string,
): Promise<(Operator & { hasFactor: boolean }) | undefined> => {
  const row = await firstRow(runner, 'findOperator')<StoredOperator>`
    select ${columns}, ${isGuarded(sql`${userId}`)} as "hasFactor"
    from operators
    where user_id = ${userId}`
  return genuine(runner, row)
}

/** Who was granted first comes first. */
export const listOperators = async (runner: Runner): Promise<Operator[]> => {
  const rows = await run(runner, 'listOperators')<Operator & { mac: Uint8Array }>`
    select ${columns} from operators order by granted_at, user_id`
  return rows.flatMap((row) => genuine(runner, row) ?? [])
}

/** @returns whether there was one */
export const deleteOperator = async (runner: Runner, userId: string): Promise<boolean> => {
  const row = await firstRow(runner, 'deleteOperator')`
    delete from operators where user_id = ${userId} returning user_id`
  return row !== undefined
}

const genuine = <Row extends Operator & { mac: Uint8Array }>(runner: Runner, row: Row | undefined) => {
  if (!row || !isSealed(runner, 'operator', valuesOf(row), row.mac)) return
  const { mac: _, ...operator } = row
  return operator
}
