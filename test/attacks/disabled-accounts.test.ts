import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { recognise } from '../../src/flows/providers/recognise.ts'
import { issueCode } from '../../src/flows/return/issue-code.ts'
import { SignInFailed } from '../../src/platform/sign-in-failed.ts'
import { changeEmail, changeToken, registerProven, undo, verify } from '../support/address-change.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { codeIn, nextMail, startMailing, tokenIn } from '../support/mailing.ts'
import { exchange, newEmail, type Person, refresh, register, tokensOf } from '../support/people.ts'
import { race } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { reset, resetToken } from '../support/reset.ts'
import { answerChallenge, challengeFor, enrol, registerGuarded, wrongCode } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { assertNothingLives } from '../support/shut.ts'
import { many, sql } from '../support/sql.ts'
import {
  askForReset,
  beginReset,
  cancelReset,
  pass,
  resetTokenFor,
  waitingReset,
} from '../support/two-factor-reset.ts'

const service = await startMailing()
const second = await startSecond(service)
const nodes = [service, second]
const { deps } = service

const disable = ({ userId }: Pick<Person, 'userId'>) =>
  deps.db.run(sql`update users set disabled_at = now() where id = ${userId}`)
const enable = ({ userId }: Pick<Person, 'userId'>) =>
  deps.db.run(sql`update users set disabled_at = null where id = ${userId}`)

/** What the interface says needs an access token, as `METHOD /path`. */
const secured = () => {
  const { paths } = JSON.parse(readFileSync('contract/openapi.json', 'utf8'))
  return Object.entries<Record<string, { security?: object[] }>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.some((scheme) => 'accessToken' in scheme))
      .map(([method]) => [method.toUpperCase(), path] as const),
  )
}

const pathFor = (path: string, { userId }: Person) =>
  path.replace('{id}', userId).replace('{sessionId}', userId).replace('{provider}', 'github')

/** Refused, in the words that are for a link that nobody ever sent. */
const assertDead = (answer: Answer) => assertRefused(answer, 401, 'invalid_credentials')

test('a disabled account’s access tokens open nothing, wherever they are used, and work again once it is enabled', async () => {
  const person = await register(service)
  await disable(person)
  assert.ok(secured().length > 15)
  for (const [method, path] of secured()) {
    for (const node of nodes) {
      const answer = await send(node, method, pathFor(path, person), { token: person.accessToken })
      assertRefused(answer, 401, 'unauthorized')
    }
  }
  await enable(person)
  assert.equal((await get(second, '/users/me', person.accessToken)).status, 200)
})

test('a disabled account’s refresh tokens work on no process, and an older one ends no session meanwhile', async () => {
  const person = await register(service)
  const next = tokensOf(await refresh(service, person.refreshToken))
  await disable(person)
  for (const node of nodes) {
    assertDead(await refresh(node, next.refreshToken))
    assertDead(await refresh(node, person.refreshToken))
  }
  await enable(person)
  tokensOf(await refresh(second, next.refreshToken))
})

test('among fifty concurrent requests, only a disabled account’s tokens are refused', async () => {
  const [out, on] = [await register(service), await register(service)]
  await disable(out)
  const whose = (index: number) => (index % 2 ? out : on)
  const seen = await race(nodes, 50, (index) => ({
    method: 'GET',
    path: '/users/me',
    token: whose(index).accessToken,
  }))
  for (const [index, answer] of seen.entries()) {
    if (index % 2) assertRefused(answer, 401, 'unauthorized')
    else assert.equal(answer.body.id, on.userId)
  }
  const rotated = await race(nodes, 50, (index) => ({
    path: '/auth/token',
    body: { grant_type: 'refresh_token', token: whose(index).refreshToken },
  }))
  for (const [index, answer] of rotated.entries()) {
    if (index % 2) assertDead(answer)
    else tokensOf(answer)
  }
})

test('a refresh that races with disabling leaves no live token', async () => {
  const person = await register(service)
  const body = { grant_type: 'refresh_token', token: person.refreshToken }
  const racing = race(nodes, 50, () => ({ path: '/auth/token', body }))
  await disable(person)
  await assertNothingLives(service, await racing)
})

test('a pending second step is as unknown as one that was never begun', async () => {
  const person = await registerGuarded(service)
  const challenge = await challengeFor(service, person)
  await disable(person)
  for (const code of [wrongCode(person), person.code()])
    assertRefused(await answerChallenge(service, challenge, code), 401, 'invalid_challenge')
  const backup = person.backup[0] as string
  const byBackup = await answerChallenge(service, challenge, backup, 'backup_code')
  assertRefused(byBackup, 401, 'invalid_challenge')
  assertRefused(await askForReset(service, challenge), 401, 'invalid_challenge')
  await enable(person)
  tokensOf(await answerChallenge(service, challenge, person.code()))
})

test('a code of a provider opens nothing, and reveals no second factor', async () => {
  for (const person of [await register(service), await registerGuarded(service)]) {
    const [{ epoch = 0 } = {}] = await many<{ epoch: number }>(
      deps.db,
      sql`select epoch from users where id = ${person.userId}`,
    )
    const code = await issueCode(deps, { userId: person.userId, epoch, methods: ['github'] })
    await disable(person)
    assertDead(await exchange(service, code))
  }
})

test('a provider is neither linked to the account nor takes anything from it', async () => {
  const person = await register(service)
  await disable(person)
  const client = {
    address: '192.0.2.1',
    bucket: '192.0.2.1',
    counting: 'own',
    userAgent: undefined,
    acceptLanguage: undefined,
    hasGone: () => false,
  } as const
  const identity = { subject: newEmail(), email: person.email, emailVerified: true }
  await assert.rejects(
    recognise(deps, 'github', identity, client),
    (error) => error instanceof SignInFailed && error.code === 'account_exists',
  )
  const left = sql`
    select from passwords where user_id = ${person.userId}
      and not exists (select from identities where user_id = ${person.userId})`
  assert.equal((await many(deps.db, left)).length, 1)
})

test('a mailed link or code confirms nothing', async () => {
  const person = await register(service)
  const mail = await nextMail(service, person.email, 'Confirm')
  const code = codeIn(mail)
  await disable(person)
  assertDead(await verify(service, tokenIn(mail)))
  assertDead(await post(service, '/auth/email/verify', { email: person.email, code }))
  const proven = sql`select from emails where user_id = ${person.userId} and verified_at is not null`
  assert.equal((await many(deps.db, proven)).length, 0)
})

test('a forgotten password is not replaced, and its page treats the link as invalid', async () => {
  const person = await register(service)
  const token = await resetToken(service, person.email)
  await disable(person)
  assertDead(await reset(service, token, 'entirely new words'))
  assertDead(await reset(service, token, 'short'))
  assert.equal((await get(service, `/account/reset-password?token=${token}`)).status, 401)
  await enable(person)
  assert.equal((await reset(service, token, 'entirely new words')).status, 204)
})

test('an address is neither changed nor restored', async () => {
  const [changing, changed] = [await registerProven(service), await registerProven(service)]
  const token = await changeToken(service, changing, newEmail())
  const { undoToken } = await changeEmail(service, changed)
  await disable(changing)
  await disable(changed)
  assertDead(await verify(service, token))
  assertDead(await undo(service, undoToken))
  const weak = { token: undoToken, password: 'short', passwordConfirmation: 'short' }
  assertDead(await post(service, '/auth/email/undo', weak))
})

test('a second factor is not removed, and its reset neither begins nor stops', async () => {
  const [asking, waiting] = [await registerProven(service), await registerProven(service)]
  const [one, two] = [await enrol(service, asking), await enrol(service, waiting)]
  const token = await resetTokenFor(service, one)
  const keep = await waitingReset(service, two)
  await disable(one)
  await disable(two)
  assertDead(await beginReset(service, token))
  assertDead(await cancelReset(service, keep))
  for (const hours of [24, 24, 24]) await pass(service, hours)
  const factors = sql`select from totp_factors where user_id = ${two.userId}`
  assert.equal((await many(deps.db, factors)).length, 1)
})
