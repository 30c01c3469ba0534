import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { base32 } from '../../src/platform/crypto/base32.ts'
import { type Landing, newBrowser } from '../support/browser.ts'
import { appUrl, startFederated } from '../support/federation.ts'
import { newApplication } from '../support/hosted.ts'
import { get, post } from '../support/http.ts'
import { importAll } from '../support/moving.ts'
import { newEmail, tokensOf } from '../support/people.ts'
import { answerChallenge, appOf, challengeFor, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'
import { problemIn, titleOf, visitorsOf } from '../support/visitors.ts'

const service = await startFederated({})
const { at } = visitorsOf(service)
const password = 'a password of the former system'

const codesIn = ({ text }: Landing) =>
  [...text.matchAll(/<li>([0-9A-Z-]{19})<\/li>/g)].map(([, code]) => code!)

/** Somebody who was brought here with so many apps, and perhaps with backup codes. */
const bringIn = async ({ apps = 1, backupCodes = [] }: { apps?: number; backupCodes?: string[] } = {}) => {
  const email = newEmail()
  const secrets = Array.from({ length: apps }, () => base32(randomBytes(20)))
  const totp = secrets.map((secret) => ({ secret, backupCodes }))
  const hash = createHash('sha256').update(password).digest('hex')
  const person = { email, emailVerified: true, password: { scheme: 'sha256', hash }, totp }
  const [result] = await importAll(service, [person])
  return {
    email,
    password,
    userId: `${result?.userId}`,
    codes: secrets.map((one) => appOf(service, one).code),
  }
}

const codesOf = async (userId: string) =>
  (await many(service.deps.db, sql`select 1 from backup_codes where user_id = ${userId}`)).length

const secondStep = async (person: Awaited<ReturnType<typeof bringIn>>, start = at('/sign-in')) => {
  const browser = newBrowser()
  const page = await browser.submit(await browser.open(start), { email: person.email, password })
  return { browser, page }
}

test('whoever comes with an app and without codes gets ten after the second step, and goes on to the application', async () => {
  const person = await bringIn()
  const app = await newApplication(service)
  const { browser, page } = await secondStep(person, app.start())
  const shown = await browser.submit(page, { code: person.codes[0]!() })
  assert.equal(titleOf(shown), 'Your backup codes')
  assert.equal(codesIn(shown).length, 10)
  assert.equal(
    problemIn(await browser.submit(shown, { code: 'AAAA-AAAA-AAAA-AAAA' })),
    'This is not one of the codes above.',
  )
  const back = await browser.submit(shown, { code: codesIn(shown)[0]! }, appUrl)
  const { accessToken } = tokensOf(await app.exchange(app.codeIn(back.url)))
  assert.equal((await get(service, '/users/me', accessToken)).body.id, person.userId)
  tokensOf(
    await answerChallenge(service, await challengeFor(service, person), codesIn(shown)[1]!, 'backup_code'),
  )
  const events = await many<{ type: string }>(
    service.deps.db,
    sql`select type from events where user_id = ${person.userId} and type = 'backup_codes.renewed' and session_id is not null`,
  )
  assert.equal(events.length, 1)
})

test('they come once: the next sign-in, and whoever brings codes of their own, sees none', async () => {
  const person = await bringIn()
  const first = await secondStep(person)
  assert.equal(codesIn(await first.browser.submit(first.page, { code: person.codes[0]!() })).length, 10)
  service.clock.nowMs += 30_000
  const second = await secondStep(person)
  assert.equal(
    titleOf(await second.browser.submit(second.page, { code: person.codes[0]!() })),
    'Your account',
  )
  const other = await bringIn({ backupCodes: ['ucmjyx2q'] })
  const third = await secondStep(other)
  assert.equal(titleOf(await third.browser.submit(third.page, { code: 'UCMJ yx2q' })), 'Your account')
  assert.equal(await codesOf(other.userId), 1)
})

test('an answer with the codes that was lost brings them again', async () => {
  const person = await bringIn()
  const { browser, page } = await secondStep(person)
  const form = { code: person.codes[0]!() }
  const shown = await browser.submit(page, form)
  const again = await browser.submit(page, form)
  assert.deepEqual(codesIn(again), codesIn(shown))
  assert.deepEqual(codesIn(await browser.open(at('/second-step'))), codesIn(shown))
})

test('an application gets codes if it shows them, and nobody else gets any', async () => {
  const person = await bringIn({ apps: 2 })
  const answer = async (code: string, more: object = {}) =>
    post(service, '/auth/token', {
      ...{ grant_type: 'two_factor', challenge: await challengeFor(service, person), method: 'totp', code },
      ...more,
    })
  const silent = await answer(person.codes[0]!())
  assert.deepEqual([silent.status, 'backup' in silent.body], [200, false])
  assert.equal(await codesOf(person.userId), 0)
  const wrong = await answer(wrongCode(...person.codes.map((code) => ({ code }))), { showsCodes: true })
  assert.deepEqual([wrong.status, 'backup' in wrong.body], [401, false])
  const shown = await answer(person.codes[1]!(), { showsCodes: true })
  assert.equal(shown.body.backup.length, 10)
  const { accessToken } = tokensOf(shown)
  const { body } = await get(service, `/users/${person.userId}/settings/2fa`, accessToken)
  assert.equal(body.backupCodesLeft, 10)
  service.clock.nowMs += 30_000
  assert.ok(!('backup' in (await answer(person.codes[0]!(), { showsCodes: true })).body))
  const guarded = await registerGuarded(service)
  const spent = await post(service, '/auth/token', {
    ...{ grant_type: 'two_factor', challenge: await challengeFor(service, guarded), method: 'backup_code' },
    ...{ code: guarded.backup[0], showsCodes: true },
  })
  assert.deepEqual([spent.status, 'backup' in spent.body], [200, false])
})

test('of two second steps at the same moment, one gets the codes', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await bringIn({ apps: 5 })
    const challenges = await Promise.all(person.codes.map(() => challengeFor(service, person)))
    const answers = await Promise.all(
      challenges.map((challenge, at) =>
        post(service, '/auth/token', {
          ...{ grant_type: 'two_factor', challenge, method: 'totp', code: person.codes[at]!() },
          showsCodes: true,
        }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(5).fill(200),
    )
    assert.equal(answers.filter(({ body }) => 'backup' in body).length, 1)
    assert.equal(await codesOf(person.userId), 10)
  }
})
