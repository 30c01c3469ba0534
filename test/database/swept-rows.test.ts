import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { feedAll } from '../support/feed.ts'
import { get } from '../support/http.ts'
import { exchange, newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { countRows } from '../support/rows.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const service = await startTestService({ TRUSTED_PROXIES: 'loopback' })
const { deps } = service
let visits = 0

/** One row in each of the tables that are swept. */
const leaveTraces = async () => {
  const headers = { 'x-forwarded-for': `203.0.113.${++visits}` }
  const person = await register(service, { headers })
  const code = await issueCode(deps, { userId: person.userId, epoch: 0, methods: ['github'] })
  await signIn(service, { email: newEmail(), password: 'a wrong password' }, { headers })
  return { person, code }
}

test('dead rows of every table are deleted, and live ones are not', async () => {
  await leaveTraces()
  const { attempts: dead } = await countRows(service)
  await feedAll(deps)
  const fed = await deps.db.run(sql`select from feed`)
  await shiftRows(service, 31 * 86_400)
  const { person, code } = await leaveTraces()
  const before = await countRows(service)
  await feedAll(deps)

  assert.equal(await runJobs(deps, jobs), 3 + dead! + fed.length)
  assert.deepEqual(await countRows(service), {
    ...before,
    sessions: 1,
    known_addresses: 1,
    oauth_codes: 1,
    attempts: before.attempts! - dead!,
  })
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  tokensOf(await refresh(service, person.refreshToken))
  tokensOf(await exchange(service, code))
  await feedAll(deps)
  assert.equal(await runJobs(deps, jobs), 0)
})

test('nothing is swept before its time', async () => {
  await deps.db.run(sql`delete from attempts`)
  await leaveTraces()
  await runJobs(deps, jobs)
  const remaining = async (seconds: number) => {
    await shiftRows(service, seconds)
    await runJobs(deps, jobs)
    const { attempts, oauth_codes, sessions, known_addresses } = await countRows(service)
    return [attempts, oauth_codes! > 0, sessions! > 0, known_addresses! > 0]
  }
  const day = 86_400
  assert.deepEqual(await remaining(day - 10), [3, true, true, true])
  assert.deepEqual(await remaining(20), [1, true, true, true], 'attempts by address after a day')
  assert.deepEqual(await remaining(60), [1, false, true, true], 'codes a day after their minute')
  assert.deepEqual(await remaining(29 * day - 120), [1, false, true, true])
  assert.deepEqual(
    await remaining(120),
    [0, false, false, false],
    'the failure, sessions and addresses after 30',
  )
})

test('more dead rows than one batch are deleted, and events stay', async () => {
  await leaveTraces()
  const { events, users } = await countRows(service)
  await shiftRows(service, 31 * 86_400)
  await deps.db.run(sql`
    insert into attempts (subject, kind, count, since, last_at)
    select gen_random_uuid(), 'password', 1, now() - interval '2 days', now() - interval '2 days'
    from generate_series(1, 1200)`)
  assert.ok((await runJobs(deps, jobs)) >= 1_203)
  const left = await countRows(service)
  const swept = [left.attempts, left.known_addresses, left.oauth_codes, left.sessions]
  assert.deepEqual([...swept, left.events, left.users], [0, 0, 0, 0, events, users])
})
