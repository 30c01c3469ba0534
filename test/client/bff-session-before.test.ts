import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBff } from '../../packages/client/src/server/index.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { type Person, register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startWire } from '../support/wire.ts'

const origin = 'https://shop.example.com'
const service = await startTestService({ OAUTH_REDIRECT_URIS: `${origin}/callback` })
const wire = await startWire(service)
const bff = createBff({
  url: wire.address,
  issuer: service.address,
  key: 'a key that has more than thirty-two characters',
  origin,
})

/** A browser that comes back from the service's page, where this person has signed in. */
const comeBack = async ({ userId }: Person, jar = new Map<string, string>()) => {
  const ask = async (path: string) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answer = await bff.handle(new Request(origin + path, { headers: { cookie } }))
    for (const line of answer?.headers.getSetCookie() ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return answer
  }
  const sent = new URL((await ask('/login'))?.headers.get('location') ?? '').searchParams
  const codeChallenge = sent.get('code_challenge') ?? ''
  const code = await issueCode(service.deps, { userId, epoch: 0, methods: ['password'], codeChallenge })
  const back = await ask(`/callback?code=${code}&state=${sent.get('state')}`)
  assert.equal(back?.headers.get('location'), '/')
  assert.equal(Object(await (await ask('/me'))?.json()).id, userId)
  return jar
}

const sessionsOf = ({ userId }: Person) =>
  many<{ id: string }>(service.deps.db, sql`select id from sessions where user_id = ${userId} order by id`)

for (const [age, seconds] of Object.entries({ 'just now': 0, 'so long ago that its token is too old': 960 }))
  test(`a browser’s session begun ${age} ends with its next one, and no other does`, async () => {
    const [before, next] = [await register(service), await register(service)]
    const elsewhere = await sessionsOf(before)
    const jar = await comeBack(before)
    assert.equal((await sessionsOf(before)).length, 2)
    await shiftRows(service, seconds)
    await comeBack(next, jar)
    assert.deepEqual(await sessionsOf(before), elsewhere)
    assert.equal((await sessionsOf(next)).length, 2)
  })

test('signing in again leaves one session in that browser', async () => {
  const person = await register(service)
  await comeBack(person, await comeBack(person))
  assert.equal((await sessionsOf(person)).length, 2)
})

test('a previous session that cannot be ended keeps nobody from signing in', async () => {
  const [before, next] = [await register(service), await register(service)]
  const jar = await comeBack(before)
  wire.loses = (line) => line === 'POST /auth/logout'
  await comeBack(next, jar)
  wire.loses = () => false
  assert.ok(wire.asked.includes('POST /auth/logout'))
})
