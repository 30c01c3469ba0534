import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { get, post } from '../support/http.ts'
import { exchange, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  begin,
  challengeFor,
  confirm,
  registerGuarded,
  settingsOf,
} from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startVariant } from '../support/variant.ts'

const service = await startTestService()
const newKey = 'another secret of the tests of 32 bytes'
// rotates only what the second factor needs; passwords keep their pepper
const rotated = await startVariant(service, {
  keys: keyRing([newKey, service.environment.SECRET_KEY as string]),
})
const retired = await startVariant(service, { keys: keyRing([newKey]) })

const methodsOf = async ({ userId }: Person, accessToken: string, at = service) => {
  const { body } = await get(at, `/users/${userId}/sessions`, accessToken)
  return body.find(({ current }: { current: boolean }) => current).methods
}

test('a session names the two factors that opened it, and a refresh keeps them', async () => {
  const person = await registerGuarded(service)
  const [backup = ''] = person.backup
  const withBackup = tokensOf(
    await answerChallenge(service, await challengeFor(service, person), backup, 'backup_code'),
  )
  assert.deepEqual(await methodsOf(person, withBackup.accessToken), ['password', 'backup_code'])
  const refreshed = tokensOf(await refresh(service, withBackup.refreshToken))
  assert.deepEqual(await methodsOf(person, refreshed.accessToken), ['password', 'backup_code'])

  const [user] = await many<{ epoch: number }>(
    service.deps.db,
    sql`select epoch from users where id = ${person.userId}`,
  )
  const epoch = user?.epoch as number
  const code = await issueCode(service.deps, {
    userId: person.userId,
    epoch,
    methods: ['github'],
    codeChallenge: undefined,
  })
  const { challenge } = (await exchange(service, code)).body
  const withApp = tokensOf(await answerChallenge(service, challenge, person.code()))
  assert.deepEqual(await methodsOf(person, withApp.accessToken), ['github', 'totp'])
})

const waysToType = (code: string) => [
  `${code.slice(0, 3)} ${code.slice(3)}`,
  `${code.slice(0, 3)}\u{a0}${code.slice(3)}`,
  `${code.slice(0, 3)}-${code.slice(3)}`,
  code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  code.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
]

test('a code is accepted however it is typed, and letters are still wrong', async () => {
  const person = await registerGuarded(service)
  for (let way = 0; way < 5; way++) {
    const code = waysToType(person.code())[way] ?? ''
    tokensOf(await answerChallenge(service, await challengeFor(service, person), code))
    service.clock.nowMs += 30_000
  }
  for (const wrong of [`O${person.code().slice(1)}`, `${person.code()}a`, `${person.code()}0`]) {
    const answer = await answerChallenge(service, await challengeFor(service, person), wrong)
    assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
  }
})

test('the kind of code is decided by its format, whichever was asked for', async () => {
  const person = await registerGuarded(service)
  const [backup = ''] = person.backup
  const asked = [
    [backup.replaceAll('-', '–').toLowerCase(), 'totp', 'backup_code'],
    [person.code(), 'backup_code', 'totp'],
  ] as const
  for (const [code, method, proven] of asked) {
    const answer = await answerChallenge(service, await challengeFor(service, person), code, method)
    const { accessToken } = tokensOf(answer)
    assert.deepEqual(await methodsOf(person, accessToken), ['password', proven])
  }
  const again = await answerChallenge(service, await challengeFor(service, person), backup)
  assert.deepEqual([again.status, again.body.code], [401, 'wrong_code'])
})

test('without backup codes left, only the app is offered', async () => {
  const person = await registerGuarded(service)
  await service.deps.db.run(sql`update backup_codes set spent_at = now() where user_id = ${person.userId}`)
  const { body } = await signIn(service, person)
  assert.deepEqual(body.methods, ['totp'])
  const spent = await answerChallenge(service, body.challenge, person.backup[0] as string, 'backup_code')
  assert.equal(spent.body.code, 'wrong_code')
  tokensOf(await answerChallenge(service, body.challenge, person.code()))
})

test('old backup codes work while the former key is present, and renewed ones after it is gone', async () => {
  const person = await registerGuarded(service)
  const [first = '', second = ''] = person.backup
  const pair = tokensOf(
    await answerChallenge(rotated, await challengeFor(rotated, person), first, 'backup_code'),
  )
  const challenge = await challengeFor(retired, person)
  const old = await answerChallenge(retired, challenge, second, 'backup_code')
  assert.equal(old.body.code, 'wrong_code')
  const renewal = { code: second, method: 'backup_code' }
  const token = pair.accessToken
  const renewed = await post(rotated, `${settingsOf(person)}/backup-codes`, renewal, { token })
  assert.equal(renewed.status, 200, renewed.text)
  tokensOf(await answerChallenge(retired, challenge, renewed.body.backup[0], 'backup_code'))
})

test('a factor sealed with a lost key refuses every code, and the log says why', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(retired, person)
  const refused = await answerChallenge(retired, challenge, person.code())
  assert.deepEqual([refused.status, refused.body.code], [401, 'wrong_code'])
  const told = service.logs.filter((line) => line.includes('SECRET_KEY') && line.includes(person.userId))
  assert.equal(told.length, 1)
  // nothing was spent: with the old key back the same code is good
  tokensOf(await answerChallenge(rotated, challenge, person.code()))
})

test('spending a code after a rotation reseals its secret, and the old key can retire', async () => {
  const person = await registerGuarded(service)
  tokensOf(await answerChallenge(rotated, await challengeFor(rotated, person), person.code()))
  tokensOf(await answerChallenge(retired, await challengeFor(retired, person), person.code(1)))
})

test('a setup begun before a rotation can be confirmed after it, but not without its key', async () => {
  const [ada, eve] = [await register(service), await register(service)]
  const app = await begin(service, ada)
  assert.equal((await confirm(rotated, ada, app.code())).status, 200)
  const { code } = await begin(service, eve)
  const elsewhere = { ...eve, ...tokensOf(await signIn(retired, eve)) }
  assertRefused(await confirm(retired, elsewhere, code()), 400, 'not_started')
})
