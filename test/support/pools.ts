import type { Db } from '../../src/platform/db/db.ts'
import { sql } from './sql.ts'
import { until } from './until.ts'

/** Keeps each connection of a pool busy. */
export const sleepOnEach = (db: Db, seconds: number): Promise<unknown>[] =>
  Array.from({ length: 10 }, () => db.run(sql`select pg_sleep(${seconds}::float8)`))

/** Opens all its connections, which takes a busy machine longer than anybody waits for one. */
export const fillPool = async (db: Db): Promise<void> => {
  const isOpen = ({ status }: { status: string }) => status === 'fulfilled'
  await until(async () => (await Promise.allSettled(sleepOnEach(db, 0.1))).every(isOpen))
}
