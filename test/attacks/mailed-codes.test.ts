import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { parseNetworks } from '../../src/platform/addresses.ts'
import { get, post } from '../support/http.ts'
import { codeIn, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { newEmail, register } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { dumpRows } from '../support/rows.ts'
import { startSecond } from '../support/service.ts'
import { first, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()
const nodes = [service, await startSecond(service)]

const verify = (body: object) => post(service, '/auth/email/verify', body)
const newcomer = async () => {
  const person = await register(service)
  const mail = await nextMail(service, person.email)
  return { person, token: tokenIn(mail), code: codeIn(mail) }
}

const countOf = async (kind: string, address: string) => {
  const counted = sql`select count from attempts where kind = ${kind} and subject = ${subjectOf.address(address)}`
  return (await first<{ count: number }>(service.deps.db, counted))?.count
}

/** While time goes by, what was mailed stays good. */
const keepLinks = () => service.deps.db.run(sql`update mail_links set expires_at = now() + interval '1 day'`)

test('of any number of simultaneous wrong codes, five are checked, and then none for a while', async () => {
  const { person, code } = await newcomer()
  const guesses = await race(nodes, 50, (index) => ({
    path: '/auth/email/verify',
    body: { email: person.email, code: `0000-${String(index).padStart(4, '0')}` },
  }))
  assert.deepEqual(statusesOf(guesses), { 401: 5, 429: 45 })
  assertRefused(await verify({ email: person.email, code }), 429, 'too_many_attempts')
  await shiftRows(service, 31)
  assert.equal((await verify({ email: person.email, code })).status, 204)
})

test('the link still works while codes have to wait', async () => {
  const { person, token } = await newcomer()
  for (let times = 0; times < 6; times++) await verify({ email: person.email, code: '0000-0000' })
  assertRefused(await verify({ email: person.email, code: '0000-0000' }), 429, 'too_many_attempts')
  assert.equal((await verify({ token })).status, 204)
})

test('an address without an account gets identical answers and waits', async () => {
  const [{ person }, email] = [await newcomer(), newEmail()]
  for (let times = 0; times < 6; times++) {
    const [known, unknown] = [
      await verify({ email: person.email, code: '0000-0000' }),
      await verify({ email, code: '0000-0000' }),
    ]
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
    assert.equal(known.status, times < 5 ? 401 : 429)
  }
})

test('a code works for its mailbox alone', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  assertRefused(await verify({ email: one.person.email, code: other.code }), 401, 'invalid_credentials')
  assert.equal((await verify({ email: other.person.email, code: other.code })).status, 204)
})

test('a link confirms once, and so does a code, even fifty times at the same moment', async () => {
  const { token, person } = await newcomer()
  const byLink = await race(nodes, 50, () => ({ path: '/auth/email/verify', body: { token } }))
  assert.deepEqual(statusesOf(byLink), { 204: 1, 401: 49 })
  assert.equal((await get(service, '/users/me', person.accessToken)).body.emailVerified, true)
  const told = await first<{ count: number }>(
    service.deps.db,
    sql`select count(*)::integer as count from events where user_id = ${person.userId} and type = 'email.verified'`,
  )
  assert.equal(told?.count, 1)
})

test('a link or code for a former address does not confirm the current one', async () => {
  const { token, person, code } = await newcomer()
  const email = newEmail()
  await service.deps.db.run(
    sql`update emails set canonical = ${email}, typed = ${email} where user_id = ${person.userId}`,
  )
  assertRefused(await verify({ token }), 401, 'invalid_credentials')
  assertRefused(await verify({ email, code }), 401, 'invalid_credentials')
  assert.equal((await get(service, '/users/me', person.accessToken)).body.emailVerified, false)
})

test('neither link nor code is readable in the database, pending or used', async () => {
  const person = await register(service)
  const waiting = await dumpRows(service)
  const mail = await nextMail(service, person.email)
  const sent = await dumpRows(service)
  for (const secret of [tokenIn(mail), codeIn(mail), codeIn(mail).replace('-', '')]) {
    const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]
    for (const form of forms) assert.ok(!waiting.includes(form) && !sent.includes(form), form)
  }
  const raw = Buffer.from(tokenIn(mail).slice('sp_ev_'.length), 'base64url').toString('hex')
  assert.ok(!waiting.includes(raw.slice(32)) && !sent.includes(raw.slice(32)))
  for (const line of service.logs) assert.ok(!line.includes(tokenIn(mail)) && !line.includes(codeIn(mail)))
})

test('a client has thirty wrong codes in a quarter of an hour, for all accounts together', async () => {
  const config = { trustedProxies: parseNetworks('loopback') }
  const proxied = await Promise.all(nodes.map((node) => startVariant(node, { config })))
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const answers = await race(proxied, 50, () => ({
    path: '/auth/email/verify',
    body: { email: newEmail(), code: '0000-0000' },
    headers: from('203.0.113.1'),
  }))
  assert.deepEqual(statusesOf(answers), { 401: 30, 429: 20 })
  const { person, code } = await newcomer()
  const body = { email: person.email, code }
  const headers = from('203.0.113.1')
  assertRefused(await post(proxied[0]!, '/auth/email/verify', body, { headers }), 429, 'too_many_attempts')
  assert.equal(
    (await post(proxied[0]!, '/auth/email/verify', body, { headers: from('203.0.113.2') })).status,
    204,
  )
  assert.equal(await countOf('failures', '203.0.113.2'), 0, 'a right one costs its address nothing')
})

test('a hundred consecutive wrong codes are checked, with and without an account, and then only the link works', async () => {
  const { person, code, token } = await newcomer()
  for (const email of [person.email, newEmail()]) {
    let looked = 0
    for (let time = 0; time < 130; time++) {
      if ((await verify({ email, code: '0000-0000' })).status === 401) looked++
      await shiftRows(service, 901)
      await keepLinks()
    }
    assert.equal(looked, 100)
  }
  assertRefused(await verify({ email: person.email, code }), 429, 'too_many_attempts')
  assert.equal((await verify({ token })).status, 204)
})

test('a stranger who made an address wait cannot see that its owner signed in', async () => {
  const { person, code } = await newcomer()
  const fail = () => verify({ email: person.email, code: '0000-0000' })
  for (let times = 0; times < 4; times++) await fail()
  assert.equal((await verify({ email: person.email, code })).status, 204)
  assertRefused(await fail(), 401, 'invalid_credentials')
  assertRefused(await fail(), 429, 'too_many_attempts')
})
