import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { register, signIn, tokensOf } from '../support/people.ts'
import { isCitus, isPostgres, startTestService } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

const service = await startTestService()
const { deps, logs } = service

// an embedded database tells nobody meanwhile, and with Citus others wait
const isSeen = isPostgres && !isCitus
const isWaitedFor = () =>
  first(
    deps.db,
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )

test('a statement that waits for a second is named in the log, and no other', async () => {
  const person = await register(service)
  const told = () => logs.filter((line) => line.includes('a statement was slow'))
  assert.deepEqual(told(), [])
  let signedIn: ReturnType<typeof signIn> | undefined
  await deps.db.transaction(async (runner) => {
    await runner.run(sql`select from users where id = ${person.userId} for update`)
    signedIn = signIn(service, person)
    if (isSeen) await until(isWaitedFor)
    await sleep(isSeen ? 1_100 : 1_300)
  })
  tokensOf(await signedIn!)
  const [line = ''] = told()
  // a transaction of the embedded database has it for itself: already the first statement waits
  assert.equal(JSON.parse(line).statement, isPostgres ? 'insertSession' : 'findPasswordAccount')
  assert.ok(JSON.parse(line).ms >= 1_000)
  assert.ok(!line.includes(person.email))
})
