import type { DryRun, Step } from '../../src/platform/db/dry-run.ts'
import { print } from './output.ts'

/** Prints SQL, with what it does to tables in comments. */
export const printDryRun = ({ pending, unmeasured }: DryRun): void => {
  if (unmeasured !== undefined) print(`-- Its locks could not be measured: ${unmeasured}.`, '')
  for (const { name, steps } of pending) {
    print(`-- ${name}, one transaction: each lock is held until its end`)
    for (const { sql, locks } of steps)
      print(...sql.split('\n'), ...(unmeasured === undefined ? linesOf(locks) : []), '')
  }
}

const linesOf = (locks: Step['locks']) =>
  locks.length > 0 ? locks.map(lineOf) : ['--> locks no table that is there']

const lineOf = ({ table, lock, scans, rewrites, bytes, rows }: Step['locks'][number]) => {
  const size = rows === null ? sizeOf(bytes) : `${sizeOf(bytes)}, about ${number.format(rows)} rows`
  const work = rewrites ? 'writes all of it anew' : scans ? 'reads all of it' : 'reads none of it'
  return `--> ${lock} on ${table} (${size}), ${waiting(lock)}; ${work}`
}

const lenient = ['ACCESS SHARE', 'ROW SHARE', 'ROW EXCLUSIVE', 'SHARE UPDATE EXCLUSIVE']

const waiting = (lock: string) => {
  if (lock === 'ACCESS EXCLUSIVE') return 'nobody reads or writes it meanwhile'
  return lenient.includes(lock) ? 'nobody waits' : 'nobody writes to it meanwhile'
}

const number = new Intl.NumberFormat('en')

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${number.format(Math.ceil(bytes / 1e3))} kB` : `${number.format(Math.ceil(bytes / 1e6))} MB`
