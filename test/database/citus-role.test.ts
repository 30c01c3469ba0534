import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { jobs, rights } from '../../src/modules.ts'
import { grantServing } from '../../src/platform/db/grants.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { atEnd } from '../support/at-end.ts'
import { query } from '../support/cluster.ts'
import { doAll } from '../support/do-all.ts'
import { signIn } from '../support/people.ts'
import { onEach } from '../support/servers.ts'
import { isCitus, newDatabase, onServers, startTestService } from '../support/service.ts'
import { shiftRows } from '../support/time.ts'

const skip = isCitus ? false : 'TEST_DATABASE_URL is no coordinator of Citus'

/** A database, and a role that may only serve it. */
const newServing = async () => {
  const role = `sallyport_serving_${randomBytes(6).toString('hex')}`
  const environment = await newDatabase()
  const owner = openPostgres(`${environment.DATABASE_URL}`, () => {})
  atEnd(() => onEach(onServers(environment), `drop owned by ${role}; drop role ${role}`).catch(() => {}))
  atEnd(owner.close)
  await onEach(
    onServers(environment),
    `set citus.enable_create_role_propagation = off; create role ${role} login`,
  )
  await grantServing(owner, role, rights)
  const url = new URL(`${environment.DATABASE_URL}`)
  url.username = role
  return { owner, url: url.href }
}

test('on several servers, everything that people, operators and jobs do works as the serving role', {
  skip,
}, async () => {
  const { owner, url } = await newServing()
  const service = await startTestService({ DATABASE_URL: url })
  const { leaving } = await doAll(service)
  await shiftRows({ deps: { db: owner } }, 7 * 86_400 + 1)
  await runJobs(service.deps, jobs)
  assert.equal((await signIn(service, leaving)).status, 401)
  const failures = service.logs.filter((line) => ['error', 'fatal'].includes(JSON.parse(line).level))
  assert.deepEqual(failures, [])
  for (const text of [
    'drop table events',
    'truncate events',
    'alter table events add x text',
    'create table mine ()',
  ])
    await assert.rejects(query(url, text), /^error: (permission denied|must be owner)/, text)
})
