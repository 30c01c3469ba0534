import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { UniqueViolation } from '../../src/platform/db/failures.ts'
import { openParts } from '../support/parts.ts'
import { sql } from '../support/sql.ts'

const { deps } = await openParts()
const { db } = deps
await db.script('create table things (n integer primary key)')
const put = (n: number) => sql`insert into things values (${n})`
const all = async () => (await db.run<{ n: number }>(sql`select n from things order by n`)).map(({ n }) => n)

test('statements sent together run in order, each seeing those before it', async () => {
  const [, [row]] = await db.transaction((runner) =>
    Promise.all([
      runner.run(put(1)),
      runner.run<{ count: number }>(sql`select count(*)::integer from things`),
    ]),
  )
  assert.equal(row?.count, 1)
  assert.deepEqual(await all(), [1])
})

test('a transaction fails by the first of them to fail, however deep, and nothing stays', async () => {
  const deep = async (promise: Promise<unknown>, depth: number): Promise<unknown> =>
    depth === 0 ? promise : deep(promise, depth - 1)
  for (const depth of [0, 1, 6, 20]) {
    const failing = db.transaction((runner) =>
      Promise.all([
        runner.run(put(2)),
        deep(runner.run(put(1)), depth),
        runner.run(put(3)),
        runner.run(put(4)),
      ]),
    )
    await assert.rejects(failing, UniqueViolation)
  }
  assert.deepEqual(await all(), [1])
})

test('a statement still to come when one fails does not run afterwards, for itself or for others', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const failing = db.transaction(async (runner) => {
    late = sleep(50).then(() => runner.run(put(5)))
    late.catch(() => {})
    await Promise.all([late, Promise.reject(new Error('changed its mind'))])
  })
  await assert.rejects(failing, /changed its mind/)
  await assert.rejects(late, /the transaction is over/)
  assert.deepEqual(await all(), [1])
})
