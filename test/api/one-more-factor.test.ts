import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import type { Answer } from '../support/http.ts'
import { type Credentials, type Person, register } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { scrape } from '../support/scrape.ts'
import { settingsOf } from '../support/second-factor.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'
import { visitorsOf } from '../support/visitors.ts'
import { programWithPhrase } from '../support/with-phrase.ts'

const program = await programWithPhrase()
const adminPort = await freePort()
const adminAddress = `http://127.0.0.1:${adminPort}`
const service = await spawnService(
  {
    ...(await newDatabase()),
    SECRET_KEY: testSecretKey,
    EMAIL_VERIFICATION: 'off',
    ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
    REGISTRATIONS_PER_HOUR: '0',
  },
  { program },
)
const code = 'open sesame'

/** The document of the interface knows nothing of this factor: its answers are not held against it. */
const ask = async (
  method: string,
  path: string,
  { token = '', body = {} as object } = {},
): Promise<Pick<Answer, 'status' | 'body'>> => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const sent = method === 'GET' ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(service.address + path, { method, headers, ...sent })
  return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() }
}

const signIn = ({ email, password }: Credentials) =>
  ask('POST', '/auth/token', { body: { grant_type: 'password', email, password } })

const withPhrase = async () => {
  const person = await register(service)
  const { accessToken: token } = person
  assert.equal((await ask('PUT', '/auth/phrase', { token, body: { phrase: code } })).status, 204)
  return person
}

const challengeOf = async (person: Person) => {
  const { status, body } = await signIn(person)
  assert.equal(status, 403)
  assert.deepEqual(body.methods, ['phrase'])
  return body.challenge
}

const answer = (challenge: string, code: string) =>
  ask('POST', '/auth/token', { body: { grant_type: 'two_factor', challenge, method: 'phrase', code } })

const signInWith = async (person: Person): Promise<string> => {
  const { status, body } = await answer(await challengeOf(person), code)
  assert.equal(status, 200)
  return body.accessToken.token
}

test('a new factor takes a folder and a line to be offered, proven at sign-in, and counted in the metrics', async () => {
  const person = await withPhrase()
  await signInWith(person)
  const { sum } = await scrape({ adminAddress })
  assert.equal(sum('second_steps_total', { method: 'phrase', outcome: 'done' }), 1)
  assert.equal(sum('second_steps_total', { method: 'phrase', outcome: 'wrong_code' }), 0)
})

test('wrong codes of a new factor are limited and notified like all others', async () => {
  const person = await withPhrase()
  const challenge = await challengeOf(person)
  const refusals = []
  for (let left = 5; left > 0; left--) refusals.push(await answer(challenge, 'open barley'))
  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.attemptsLeft]),
    [4, 3, 2, 1, 0].map((left) => [401, left]),
  )
  const { status, body } = await answer(await challengeOf(person), code)
  assert.deepEqual([status, body.code], [429, 'too_many_attempts'])
  const { events } = (await ask('GET', `/users/${person.userId}/events`, { token: person.accessToken })).body
  const refused = events.filter(({ type }: { type: string }) => type === 'two_factor.refused')
  assert.equal(refused.length, 5)
  assert.deepEqual(refused[0].detail, { method: 'phrase' })
})

test('a new factor is shown, exported, usable as a proof, and removed with two-factor authentication', async () => {
  const person = await withPhrase()
  const token = await signInWith(person)
  const shown = await ask('GET', settingsOf(person), { token })
  assert.deepEqual([shown.body.enabled, shown.body.methods], [true, ['phrase']])
  const exported = await ask('GET', `/users/${person.userId}/export`, { token })
  assert.deepEqual(exported.body.twoFactor.methods, ['phrase'])
  const proof = { method: 'phrase', code }
  assert.equal((await ask('POST', '/auth/proof', { token, body: proof })).status, 204)
  const wrong = { method: 'phrase', code: 'open barley' }
  assert.equal((await ask('DELETE', settingsOf(person), { token, body: wrong })).status, 401)
  assert.equal((await ask('DELETE', settingsOf(person), { token, body: proof })).status, 204)
  assert.equal((await signIn(person)).status, 200)
})

test('the pages ask for a new factor, return to it from another, and name it', async () => {
  const { press } = visitorsOf({ address: service.address, clock: { nowMs: Date.now() } })
  const person = await withPhrase()
  const browser = newBrowser()
  const { email, password } = person
  const step = await press(browser, '/sign-in', { email, password })
  assert.match(step.text, /<h1>One more step<\/h1>/)
  assert.doesNotMatch(step.text, /backup/)
  const other = await browser.open(`${service.address}/account/second-step?method=backup_code`)
  assert.match(other.text, /second-step\?method=phrase">phrase</)
  const page = await press(browser, '/second-step', { code })
  // who never had any backup codes gets some
  assert.match(page.text, /<h1>Your backup codes<\/h1>/)
  const activity = await browser.open(`${service.address}/account/activity`)
  assert.match(activity.text, /your password and phrase/)
})
