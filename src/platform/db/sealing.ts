import { timingSafeEqual } from 'node:crypto'
import type { RowKind, RowSeals, RowValue } from '../crypto/row-seals.ts'
import type { Db, Runner } from './db.ts'

/** The same database, with its rows sealed and checked by these. */
export const withSeals = (db: Db, seals: RowSeals): Db => ({
  ...db,
  seals,
  transaction: (work, options) => db.transaction((runner) => work({ ...runner, seals }), options),
})

/** The MAC of a row to be written. */
export const macOf = (runner: Runner, kind: RowKind, values: readonly RowValue[]): Buffer =>
  sealsOf(runner).seal(kind, values)

/** Whether a holder of the key has written this row. */
export const isGenuine = (
  runner: Runner,
  kind: RowKind,
  values: readonly RowValue[],
  mac: Uint8Array | null,
): boolean => sealsOf(runner).isGenuine(kind, values, mac)

/** The same for rows that never came without a MAC: none is adopted from an earlier version. */
export const isSealed = (
  runner: Runner,
  kind: RowKind,
  values: readonly RowValue[],
  mac: Uint8Array,
): boolean => isGenuine(runner, kind, values, mac) && isEqual(macOf(runner, kind, values), mac)

const isEqual = (expected: Uint8Array, given: Uint8Array) =>
  given.length === expected.length && timingSafeEqual(expected, given)

/** A row with its MAC, or none if the MAC is wrong. */
export const ifGenuine = <Row extends { mac: Uint8Array | null }>(
  runner: Runner,
  kind: RowKind,
  row: Row | undefined,
  valuesOf: (row: Row) => readonly RowValue[],
): Omit<Row, 'mac'> | undefined => {
  if (!row || !isGenuine(runner, kind, valuesOf(row), row.mac)) return
  const { mac: _, ...rest } = row
  return rest
}

export const sealsOf = ({ seals }: Runner): RowSeals => {
  if (!seals) throw new Error('a row that is sealed is read or written without the key')
  return seals
}
