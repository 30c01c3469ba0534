import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { changeEmail } from '../support/address-change.ts'
import { goingAway } from '../support/going-away.ts'
import { send } from '../support/http.ts'
import { refusal } from '../support/mail-server.ts'
import { linkIn, type Mailing, mailsTo, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { openPage, pressButton } from '../support/pages.ts'
import { newEmail, signIn, tokensOf } from '../support/people.ts'
import { proveFactor } from '../support/proof.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  challengeFor,
  type Guarded,
  registerGuarded,
  wrongCode,
} from '../support/second-factor.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import {
  askForReset,
  beginReset,
  cancelReset,
  pass,
  removesAt,
  resetTokenFor,
  waitingReset,
} from '../support/two-factor-reset.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()

/** Takes the mails out of the way that came before. */
const guard = async (): Promise<Guarded> => {
  const guarded = await registerGuarded(service)
  await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${guarded.userId}`)
  await mailsTo(service, guarded.email)
  return guarded
}

const isGuarded = async (person: Guarded) => (await signIn(service, person)).status === 403

const subjectsTo = async (email: string) => (await mailsTo(service, email)).map(({ subject }) => subject)

const fullySignIn = async (person: Guarded) => {
  const challenge = await challengeFor(service, person)
  return tokensOf(await answerChallenge(service, challenge, person.code()))
}

const eventsOf = (userId: string) =>
  many<{ type: string; detail: object }>(
    service.deps.db,
    sql`select type, detail from events where user_id = ${userId} and type like 'two_factor.%' order by id`,
  )

test('an email undone by an outage does not count', async () => {
  const person = await guard()
  const challenge = await challengeFor(service, person)
  const away = await goingAway(service)
  for (let times = 0; times < 4; times++)
    assertRefused(await askForReset(away, challenge), 503, 'unavailable')
  assert.equal((await askForReset(service, challenge)).status, 202)
})

test('a lost second factor is removed after 72 hours and three mails', async () => {
  const person = await guard()
  const begun = await beginReset(service, await resetTokenFor(service, person))
  assert.equal(begun.status, 202)
  const inHours = (Date.parse(begun.body.removesAt) - Date.now()) / 3_600_000
  assert.ok(inHours > 71.9 && inHours < 72.1, begun.text)
  assert.equal(await removesAt(service, person), begun.body.removesAt)
  const notice = (hours: number) => [`Two-factor authentication will be removed in ${hours} hours`]
  assert.deepEqual(await subjectsTo(person.email), notice(72))
  await pass(service, 23.9)
  assert.deepEqual(await subjectsTo(person.email), [])
  for (const [hours, left] of [
    [0.2, 48],
    [24, 24],
  ] as const) {
    await pass(service, hours)
    assert.deepEqual(await subjectsTo(person.email), notice(left))
    assert.ok(await isGuarded(person))
  }
  await pass(service, 23.9)
  assert.ok(await isGuarded(person))
  await pass(service, 0.2)
  tokensOf(await signIn(service, person))
  assert.deepEqual(await subjectsTo(person.email), ['Two-factor authentication was turned off'])
  const told = (await eventsOf(person.userId)).map(({ type }) => type)
  assert.ok(!told.includes('two_factor.reset_cancelled'), told.join())
  assert.deepEqual((await eventsOf(person.userId)).slice(-1), [
    { type: 'two_factor.disabled', detail: { by: 'reset' } },
  ])
})

test('the email says what is enough to sign in, or that a new setup will be asked for', async () => {
  const ending = async (at: Mailing) => {
    const person = await registerGuarded(await startVariant(at, { config: { twoFactor: 'optional' } }))
    await waitingReset(at, person)
    for (let day = 0; day < 3; day++) await pass(at, 24.1)
    const { text } = await nextMail(at, person.email, 'was turned off')
    return text.replaceAll('\n', ' ')
  }
  const required = await ending(await startMailing({ TWO_FACTOR: 'required' }))
  assert.match(
    required,
    /waiting period .* is over: .* The next time you sign in, you will be asked to set it up/,
  )
  assert.doesNotMatch(required, /enough/)
  const optional = await ending(service)
  assert.match(
    optional,
    /waiting period .* is over: .* Your password, or a provider you linked, is now enough/,
  )
  assert.doesNotMatch(optional, /asked to set it up/)
})

test('the hosted pages start and stop a reset with their button, not when opened', async () => {
  const person = await guard()
  await askForReset(service, await challengeFor(service, person))
  const link = linkIn(await nextMail(service, person.email, 'Confirm the removal'))
  for (let times = 0; times < 10; times++)
    assert.equal((await openPage(service, link, times % 2 ? 'HEAD' : 'GET')).status, 200)
  assert.match((await pressButton(service, link)).text, /Two-factor authentication will be removed/)
  assert.equal((await openPage(service, link)).status, 401)

  const keep = linkIn(await nextMail(service, person.email, 'will be removed in'))
  for (let times = 0; times < 10; times++)
    assert.equal((await openPage(service, keep, times % 2 ? 'HEAD' : 'GET')).status, 200)
  assert.equal(typeof (await removesAt(service, person)), 'string')
  assert.match((await pressButton(service, keep)).text, /Two-factor authentication stays on/)
  assert.equal(await removesAt(service, person), null)
  assert.equal((await openPage(service, keep)).status, 401)
})

test('the link of any of the emails stops the reset, once', async () => {
  const person = await guard()
  const first = await waitingReset(service, person)
  await pass(service, 24)
  assert.equal(tokenIn(await nextMail(service, person.email, 'will be removed in')), first)
  const answer = await cancelReset(service, first)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assertRefused(await cancelReset(service, first), 401, 'invalid_credentials')
  assert.deepEqual(await subjectsTo(person.email), ['Two-factor authentication stays on'])
  await pass(service, 72)
  assert.ok(await isGuarded(person))
})

test('proving a second factor stops the reset: a code, or a backup code', async () => {
  for (const answer of [
    (person: Guarded) => ({ code: person.code(), method: 'totp' }),
    (person: Guarded) => ({ code: person.backup[0] as string, method: 'backup_code' }),
  ]) {
    const person = await guard()
    const keep = await waitingReset(service, person)
    const { code, method } = answer(person)
    const challenge = await challengeFor(service, person)
    tokensOf(await answerChallenge(service, challenge, code, method as 'totp'))
    assert.equal(await removesAt(service, person), null)
    assertRefused(await cancelReset(service, keep), 401, 'invalid_credentials')
    await pass(service, 72)
    assert.ok(await isGuarded(person))
    assert.deepEqual((await eventsOf(person.userId)).slice(-2, -1), [
      { type: 'two_factor.reset_cancelled', detail: { by: 'second_factor' } },
    ])
  }
})

test('a wrong code stops nothing', async () => {
  const person = await guard()
  await waitingReset(service, person)
  const wrong = await answerChallenge(service, await challengeFor(service, person), wrongCode(person))
  assert.equal(wrong.status, 401)
  assert.equal(typeof (await removesAt(service, person)), 'string')
})

test('without the job, nobody is notified, so nothing is removed', async () => {
  const person = await guard()
  await waitingReset(service, person)
  await pass(service, 24 * 30)
  assert.ok(await isGuarded(person))
  for (const hours of [24, 23.9]) {
    await pass(service, hours)
    assert.ok(await isGuarded(person))
  }
  await pass(service, 0.2)
  tokensOf(await signIn(service, person))
})

test('a pending removal cannot be restarted, so that nobody can prolong it forever', async () => {
  const person = await guard()
  const begun = await beginReset(service, await resetTokenFor(service, person))
  assert.equal((await subjectsTo(person.email)).length, 1)
  await shiftRows(service, 3_600)
  const again = await beginReset(service, await resetTokenFor(service, person))
  assert.equal(Date.parse(begun.body.removesAt) - Date.parse(again.body.removesAt), 3_600_000)
  assert.deepEqual(await subjectsTo(person.email), [])
})

test('the email requires a valid challenge, and is sent at most three times an hour', async () => {
  const person = await guard()
  const challenge = await challengeFor(service, person)
  for (const other of ['', challenge.slice(0, -1), `${challenge}A`, person.accessToken])
    assertRefused(await askForReset(service, other), 401, 'invalid_challenge')
  assertFieldErrors(await askForReset(service, 1), { challenge: 'string' })
  assertFieldErrors(await askForReset(service, undefined), { challenge: 'required' })
  for (let times = 0; times < 3; times++) assert.equal((await askForReset(service, challenge)).status, 202)
  assertRefused(await askForReset(service, challenge), 429, 'too_many_attempts')
  tokensOf(await answerChallenge(service, challenge, person.code()))
  assertRefused(await askForReset(service, challenge), 401, 'invalid_challenge')
})

test('only the newest link starts the reset, for half an hour, once', async () => {
  const person = await guard()
  const old = await resetTokenFor(service, person)
  const token = await resetTokenFor(service, person)
  assertRefused(await beginReset(service, old), 401, 'invalid_credentials')
  assert.equal((await beginReset(service, token)).status, 202)
  assertRefused(await beginReset(service, token), 401, 'invalid_credentials')
  const late = await resetTokenFor(service, person)
  await shiftRows(service, 1_801)
  assertRefused(await beginReset(service, late), 401, 'invalid_credentials')
})

test('a recent former mailbox is notified as well', async () => {
  const person = await guard()
  await proveFactor(service, person)
  const { email } = await changeEmail(service, person)
  const keep = await waitingReset(service, { ...person, email: email })
  assert.equal(tokenIn(await nextMail(service, person.email, 'will be removed in')), keep)
})

test('simultaneous jobs notify once and remove once', async () => {
  const person = await guard()
  await waitingReset(service, person)
  for (const subject of [
    'Two-factor authentication will be removed in 24 hours',
    'Two-factor authentication was turned off',
  ]) {
    await service.deps.db.run(sql`
      update two_factor_resets
      set next_at = now() - interval '1 millisecond', hours_left = case when ${subject.includes('off')}::boolean then 0 else 24 end`)
    await Promise.all(Array.from({ length: 10 }, () => runJobs(service.deps, jobs)))
    assert.deepEqual(await subjectsTo(person.email), [subject])
  }
})

test('with TWO_FACTOR_RESET_HOURS=0 nobody can ask for a reset', async () => {
  const strict = await startMailing({ TWO_FACTOR_RESET_HOURS: '0' })
  const person = await registerGuarded(strict)
  assertRefused(await askForReset(strict, await challengeFor(strict, person)), 404, 'not_found')
})

test('another user’s mailbox, or a former one, starts nothing', async () => {
  const person = await guard()
  await proveFactor(service, person)
  const token = await resetTokenFor(service, person)
  await changeEmail(service, person, newEmail())
  assertRefused(await beginReset(service, token), 401, 'invalid_credentials')
})

test('after resets are switched off, an old link starts nothing, and pending ones are dropped', async () => {
  const [begun, person] = [await guard(), await guard()]
  await waitingReset(service, begun)
  const token = await resetTokenFor(service, person)
  const strict = await startVariant(service, { config: { twoFactorResetHours: 0 } })
  assertRefused(await beginReset(strict, token), 404, 'not_found')
  await shiftRows(service, 24 * 3_600)
  await runJobs(strict.deps, jobs)
  assert.equal(await removesAt(service, { ...begun, ...(await fullySignIn(begun)) }), null)
  assert.deepEqual(
    (await eventsOf(begun.userId)).find(({ type }) => type === 'two_factor.reset_cancelled'),
    {
      type: 'two_factor.reset_cancelled',
      detail: { by: 'settings' },
    },
  )
})

test('the factor stays until a notice has been sent', async () => {
  const person = await guard()
  const token = await resetTokenFor(service, person)
  service.mailServer.act = (step) => (step === 'from' ? refusal(451, '4.3.0 not now') : undefined)
  assert.equal((await beginReset(service, token)).status, 202)
  for (let day = 0; day < 5; day++) await pass(service, 24)
  service.mailServer.act = () => {}
  assert.ok(await isGuarded(person))
  await pass(service, 24)
  await mailsTo(service, person.email)
  await pass(service, 24)
  tokensOf(await signIn(service, person))
})

test('hours beyond whole days come first, so that a day remains after the last notice', async () => {
  const variant = await startVariant(service, { config: { twoFactorResetHours: 25 } })
  const person = await guard()
  await beginReset(variant, await resetTokenFor(service, person))
  assert.equal((await subjectsTo(person.email)).length, 1)
  await pass(service, 1)
  assert.equal((await subjectsTo(person.email)).length, 1)
  await pass(service, 23)
  assert.ok(await isGuarded(person))
  await pass(service, 1)
  tokensOf(await signIn(service, person))
})

test('ending all sessions stops no removal, or a stolen session would keep the owner out', async () => {
  const person = await guard()
  await waitingReset(service, person)
  const path = `/users/${person.userId}/sessions`
  assert.equal((await send(service, 'DELETE', path, { token: person.accessToken })).status, 204)
  const types = (await eventsOf(person.userId)).map(({ type }) => type)
  assert.ok(
    types.includes('two_factor.reset_begun') && !types.includes('two_factor.reset_cancelled'),
    `${types}`,
  )
})
