import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepAt } from '../../src/platform/crypto/otp.ts'
import type { Answer } from '../support/http.ts'
import { register, tokensOf } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  confirm,
  type Guarded,
  registerGuarded,
  wrongCode,
} from '../support/second-factor.ts'
import { isPostgres, startSecond, startTestService } from '../support/service.ts'

const service = await startTestService()
const services = [service, await startSecond(service)]

const answer = (challenge: string, code: string, method = 'totp') => ({
  path: '/auth/token',
  body: { grant_type: 'two_factor', challenge, method, code },
})
const pairs = (answers: Answer[]) => statusesOf(answers)[200] ?? 0
const assertWrong = (refused: Answer) =>
  assert.deepEqual([refused.status, refused.body.code], [401, 'wrong_code'])

/** The other service reads the time from its own clock. */
const sameTime = () => {
  for (const { clock } of services) clock.nowMs = service.clock.nowMs
}

test('a code signs in once, and not a second time within its step', async () => {
  const person = await registerGuarded(service)
  const code = person.code()
  tokensOf(await answerChallenge(service, await challengeFor(service, person), code))
  assertWrong(await answerChallenge(service, await challengeFor(service, person), code))
  service.clock.nowMs += 29_000
  const again = await answerChallenge(service, await challengeFor(service, person), code)
  assertWrong(again)
  assert.deepEqual([again.body.alreadyUsed, again.body.attemptsLeft], [true, 3], 'it counts all the same')
  const wrong = await answerChallenge(service, await challengeFor(service, person), wrongCode(person))
  assert.equal('alreadyUsed' in wrong.body, false)
  assertWrong(await answerChallenge(service, await challengeFor(service, person), code))
})

test('after a later code an earlier one counts as used', async () => {
  const person = await registerGuarded(service)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code(1)))
  for (const steps of [0, 1])
    assertWrong(await answerChallenge(service, await challengeFor(service, person), person.code(steps)))
})

test('the confirming code cannot sign in', async () => {
  const person = await register(service)
  const { code } = await begin(service, person)
  const first = code()
  assert.equal((await confirm(service, person, first)).status, 200)
  assertWrong(await answerChallenge(service, await challengeFor(service, person), first))
  tokensOf(await answerChallenge(service, await challengeFor(service, person), code(1)))
})

test('a code works from the step before its own to the step after', async () => {
  for (const [steps, isGood] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const person = await registerGuarded(service)
    service.clock.nowMs += 90_000
    const told = await answerChallenge(service, await challengeFor(service, person), person.code(steps))
    assert.equal(told.status, isGood ? 200 : 401, `${steps} steps`)
  }
})

test('one code over one challenge, fifty times at once on two services: one pair', async () => {
  const person = await registerGuarded(service)
  sameTime()
  const challenge = await challengeFor(service, person)
  assert.equal(pairs(await race(services, 50, () => answer(challenge, person.code()))), 1)
})

test('one code over fifty challenges at once, on two services: one pair', async () => {
  const person = await registerGuarded(service)
  sameTime()
  const challenges: string[] = []
  for (let n = 0; n < 50; n++) challenges.push(await challengeFor(service, person))
  assert.equal(pairs(await race(services, 50, (n) => answer(challenges[n] as string, person.code()))), 1)
})

test('one backup code over fifty challenges at once, on two services: one pair', async () => {
  const person = await registerGuarded(service)
  const code = person.backup[0] as string
  const challenges: string[] = []
  for (let n = 0; n < 50; n++) challenges.push(await challengeFor(service, person))
  const answers = await race(services, 50, (n) => answer(challenges[n] as string, code, 'backup_code'))
  assert.equal(pairs(answers), 1)
})

test('different right codes over one challenge at once: one pair', async () => {
  const person = await registerGuarded(service)
  sameTime()
  const challenge = await challengeFor(service, person)
  const codes = [person.code(), ...person.backup]
  const answers = await race(services, 4, (n) =>
    answer(challenge, codes[n] as string, n === 0 ? 'totp' : 'backup_code'),
  )
  assert.equal(pairs(answers), 1)
  assertRefused(
    await answerChallenge(service, challenge, person.backup[9] as string, 'backup_code'),
    401,
    'invalid_challenge',
  )
})

test('a backup code works once, and the nine others still do', async () => {
  const person = await registerGuarded(service)
  const use = async (code: string) =>
    answerChallenge(service, await challengeFor(service, person), code, 'backup_code')
  const [first = '', second = '', third = '', ...others] = person.backup
  tokensOf(await use(first))
  assertWrong(await use(first))
  tokensOf(await use(second.toLowerCase().replaceAll('-', '')))
  tokensOf(await use(third.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' ')))
  for (const code of others) tokensOf(await use(code))
})

test('on two processes, one code over one challenge and over many opens one session', {
  skip: !isPostgres,
}, async () => {
  const person = await registerGuarded(service)
  // the processes go by the real time, to which the app is set back
  const real = {
    ...person,
    code: () => person.code(stepAt(Date.now()) - stepAt(service.clock.nowMs)),
  } as Guarded
  await service.deps.db.script(`update totp_factors set last_step = 0 where user_id = '${person.userId}'`)
  const { DATABASE_URL, SECRET_KEY } = service.environment
  const processes = await Promise.all([1, 2].map(() => spawnService({ DATABASE_URL, SECRET_KEY })))
  const challenges: string[] = []
  for (let n = 0; n < 25; n++) challenges.push(await challengeFor(service, person))
  // one, even if the half minute ends meanwhile
  const code = real.code()
  const answers = await race(processes, 50, (n) => answer(challenges[n % 25] as string, code))
  assert.equal(pairs(answers), 1)
  for (const process of processes) await process.end('SIGTERM')
})

test('anything but a challenge is refused', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  const twisted = `${challenge.slice(0, -2)}${challenge.endsWith('AA') ? 'BB' : 'AA'}`
  for (const text of [
    '',
    'sp_ch_',
    challenge.slice(6),
    `${challenge}=`,
    ` ${challenge}`,
    twisted,
    person.accessToken,
  ]) {
    assertRefused(await answerChallenge(service, text, person.code()), 401, 'invalid_challenge')
  }
  tokensOf(await answerChallenge(service, challenge, person.code()))
})
