import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tables } from '../src/modules.ts'
import { many } from '../src/platform/db/db.ts'
import { newLine } from './support/cut-line.ts'
import { get, send } from './support/http.ts'
import { register, signIn } from './support/people.ts'
import { assertRefused } from './support/refusals.ts'
import { newRestartable } from './support/restartable.ts'
import { isPostgres, newDatabase, startTestService } from './support/service.ts'
import { sql } from './support/sql.ts'

const SECRET_KEY = 'a secret of the tests that nobody else may use'

test('a service that can work says so', async () => {
  const service = await startTestService()
  for (const path of ['/health/live', '/health/ready']) {
    const answer = await get(service, path)
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }])
    assert.equal((await send(service, 'HEAD', path)).status, 200)
  }
})

test('it is ready only while every table is there, and asks for each of them', async () => {
  const service = await startTestService()
  const { db } = service.deps
  const rows = await many<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const names = rows.map(({ name }) => name).filter((name) => !['key_ids', 'migrations'].includes(name))
  assert.deepEqual([...tables].sort(), names.sort())
  await db.script('alter table outbox rename to gone')
  assertRefused(await get(service, '/health/ready'), 503, 'unavailable')
  await db.script('alter table gone rename to outbox')
  assert.equal((await get(service, '/health/ready')).status, 200)
})

test('while the database is unreachable the service is live but not ready, afterwards ready again', {
  skip: !isPostgres,
}, async () => {
  const { DATABASE_URL } = (await newDatabase()) as { DATABASE_URL: string }
  const line = await newLine(DATABASE_URL)
  const service = await (await newRestartable()).start({ DATABASE_URL: line.url, SECRET_KEY })
  const person = await register(service)
  line.cut()
  assert.equal((await get(service, '/health/live')).status, 200)
  assertRefused(await get(service, '/health/ready'), 503, 'unavailable')
  assertRefused(await signIn(service, person), 503, 'unavailable')
  assertRefused(await get(service, '/users/me', person.accessToken), 503, 'unavailable')
  line.mend()
  assert.equal((await get(service, '/health/ready')).status, 200)
  assert.equal((await signIn(service, person)).status, 200)
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
})
