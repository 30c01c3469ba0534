import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { jobs } from '../../src/modules.ts'
import { parseNetworks } from '../../src/platform/addresses.ts'
import { hashesAtOnce } from '../../src/platform/crypto/hash-threads.ts'
import { hashCost, passwordHasher } from '../../src/platform/crypto/password.ts'
import { prepared } from '../../src/platform/db/sql.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { type Answer, get } from '../support/http.ts'
import { newEmail, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { countRows } from '../support/rows.ts'
import { startSecond, startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService({}, { hashCost })
const nodes = [service, await startSecond(service)]
const { db } = service.deps

// a hash is expected to take some 20 ms until it is known better, and nobody waits more than two seconds for one
const flood = hashesAtOnce * 150
const surplus = hashesAtOnce * 25

/** Hashing stands still: whoever has a slot waits until we say so. How fast this machine is it has not learnt yet. */
const stuckVariant = async (config: Partial<typeof service.deps.config> = {}) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const stuck = await startVariant(service, {
    config,
    passwords: passwordHasher(service.deps.keys, hashCost, service.deps.metrics),
    db: {
      ...db,
      run: async (statement) => {
        if (/insert into attempts/.test(prepared(statement).text)) await opened
        return db.run(statement)
      },
    },
  })
  return { stuck, open }
}

const refusals = () => service.logs.filter((line) => line.includes('"status":503')).length

/** Waits until so many were refused since. */
const untilRefused = async (since: number) => {
  for (let time = 0; refusals() < since + surplus && time < 1_000; time++) await sleep(10)
  assert.ok(refusals() >= since + surplus, 'while all others still wait')
}

test('in a flood of sign-ins, those that would wait too long are refused, and nothing else is delayed', async () => {
  const person = await register(service)
  const { stuck, open } = await stuckVariant()
  const email = newEmail()
  const before = refusals()
  const answered = race(stuck, flood, () => ({
    path: '/auth/token',
    body: { grant_type: 'password', email, password: 'a wrong password' },
  }))
  try {
    await untilRefused(before)

    const next = tokensOf(await refresh(stuck, person.refreshToken))
    assert.equal((await get(stuck, '/users/me', next.accessToken)).status, 200)
    assertRefused(await signIn(stuck, person), 503, 'unavailable')
  } finally {
    open()
  }

  const answers = await answered
  for (const answer of answers.filter(({ status }) => status === 503))
    assertRefused(answer, 503, 'unavailable')
  const { 401: looked = 0, 429: waiting = 0, 503: refused = 0, ...others } = statusesOf(answers)
  assert.deepEqual(others, {})
  assert.ok(
    refused >= surplus && looked + waiting >= hashesAtOnce * 50,
    `${refused} of ${flood} were refused`,
  )
  tokensOf(await signIn(stuck, person))
})

test('a flood from one address keeps nobody else from signing in', async () => {
  const proxied = { trustedProxies: parseNetworks('loopback'), failuresPerAddress: 0, signInsPerAddress: 0 }
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const person = await register(service)
  const { stuck, open } = await stuckVariant(proxied)
  const before = refusals()
  const answered = race(stuck, flood, () => ({
    path: '/auth/token',
    body: { grant_type: 'password', email: newEmail(), password: 'a wrong password' },
    ...from('203.0.113.66'),
  }))
  let others: Promise<Answer[]>
  try {
    await untilRefused(before)
    assertRefused(await signIn(stuck, person, from('203.0.113.66')), 503, 'unavailable')
    const home = from('198.51.100.1')
    others = Promise.all([signIn(stuck, person, home), signIn(stuck, person, home)])
    // they have taken the places of others by then
    await sleep(200)
  } finally {
    open()
  }
  assert.deepEqual(statusesOf(await others), { 200: 2 })
  await answered
})

test('refreshing writes no rows, however often it is done', async () => {
  const person = await register(service)
  const before = await countRows(service)
  let { refreshToken } = person
  for (let time = 0; time < 60; time++) ({ refreshToken } = tokensOf(await refresh(service, refreshToken)))
  assert.deepEqual(await countRows(service), before)
})

test('made-up addresses cost one row per failure, for thirty days', async () => {
  const config = { trustedProxies: parseNetworks('loopback') }
  const proxied = await Promise.all(nodes.map((node) => startVariant(node, { config })))
  const headers = { 'x-forwarded-for': '203.0.113.1' }
  const day = 86_400
  await db.run(sql`delete from attempts`)
  const guess = () => ({ grant_type: 'password', email: newEmail(), password: 'a wrong password' })
  const code = () => ({ email: newEmail(), code: '0000-0000' })
  const answers = await race(proxied, 60, (index) => ({
    path: index % 2 ? '/auth/token' : '/auth/email/verify',
    body: index % 2 ? guess() : code(),
    headers,
  }))
  assert.deepEqual(statusesOf(answers), { 401: 30, 429: 30 })
  // one for each, and that of the address that they came from
  assert.equal((await countRows(service)).attempts, 31)
  const left = async (seconds: number) => {
    await shiftRows(service, seconds)
    await runJobs(service.deps, jobs)
    return (await countRows(service)).attempts
  }
  assert.equal(await left(day + 1), 30)
  assert.equal(await left(29 * day - 10), 30)
  assert.equal(await left(20), 0)
})

test('no two addresses share a counter', () => {
  const subjects = Array.from({ length: 20_000 }, (_, index) => subjectOf.email(`${index}@example.com`))
  // by the birthday bound some 190 of 20,000 would fall together among 2^20
  assert.equal(new Set(subjects).size, 20_000)
})

test('failures from one place are one row', async () => {
  const { email } = await register(service)
  const { attempts } = await countRows(service)
  for (let time = 0; time < 12; time++) await signIn(service, { email, password: 'wrong' })
  assert.equal((await countRows(service)).attempts! - attempts!, 1)
})
