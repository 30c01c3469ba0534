import type { RowKind, RowSeals } from '../crypto/row-seals.ts'
import { anyRow, type Db, onlyRow, type Runner, run } from './db.ts'
import { sealsOf } from './sealing.ts'
import { type Fragment, sql } from './sql.ts'

/** How long-lived rows of a table get the MAC that an earlier version did not give them. */
export type Sealing = {
  /** For the log. */
  name: string
  /** @returns how many rows it sealed, at most `batch` */
  run(db: Db, batch: number): Promise<number>
  /** Forgets every MAC, because the key of them all is lost. */
  unsealAll(runner: Runner): Promise<unknown>
  countUnsealed(runner: Runner): Promise<number>
}

type Values = readonly (string | number | boolean | null | string[])[]

type SealedTable = {
  kind: RowKind
  /** The column that a row is found by, with others like it. */
  of?: Fragment
  /** The columns of the primary key, if more are needed to find it. */
  key?: Fragment
  /** What the MAC covers, in that order. */
  values: Fragment
  /** What is set, if there is more than one MAC. */
  set?: (macOf: (kind: RowKind) => Buffer) => Fragment
}

const oneMac = (kind: RowKind) => (macOf: (kind: RowKind) => Buffer) => sql`mac = ${macOf(kind)}`

/** A row changed in the meantime has other values, and is not sealed with the former ones. */
export const sealingOf = (
  table: Fragment,
  { kind, of = sql`user_id`, key = of, values, set = oneMac(kind) }: SealedTable,
): Sealing => {
  const name = table.parts[0]
  const row = sql`jsonb_build_array(${values})`
  const list = (runner: Runner, batch: number) =>
    run(runner, `list unsealed ${name}`)<{ id: string; values: Values }>`
      select ${of}::text as id, ${row} as values
      from ${table}
      where mac is null
      order by ${of}
      limit ${batch}`
  const seal = (runner: Runner, seals: RowSeals, { id, values }: { id: string; values: Values }) =>
    anyRow(runner, `seal ${name}`)`
      update ${table}
      set ${set((each) => seals.seal(each, values))}
      where ${of} = ${id}::uuid and (${key}) in (
        select ${key}
        from ${table}
        where ${of} = ${id}::uuid and mac is null and ${row} = ${JSON.stringify(values)}::jsonb
        for no key update
      )
      returning 1`
  return {
    name: `seal ${name}`,
    run: async (db, batch) => {
      const seals = sealsOf(db)
      if (!seals.isAdopting()) return 0
      const rows = await list(db, batch)
      for (const each of rows) await seal(db, seals, each)
      return rows.length
    },
    unsealAll: (runner) =>
      run(runner, `unseal ${name}`)`update ${table} set mac = null where mac is not null`,
    countUnsealed: async (runner) => {
      const { rows } = await onlyRow(runner, `count unsealed ${name}`)<{ rows: number }>`
        select count(*)::integer as rows from ${table} where mac is null`
      return rows
    },
  }
}
