import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deleteCredentialsSince } from '../../src/credentials/delete.ts'
import { feedAll } from '../support/feed.ts'
import { type Answer, get, post, send } from '../support/http.ts'
import { newEmail, register, signIn, tokensOf } from '../support/people.ts'
import { alongCode, proveFactor } from '../support/proof.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import {
  answerChallenge,
  appOf,
  challengeFor,
  confirm,
  type Guarded,
  registerGuarded,
  settingsOf,
  wrongCode,
} from '../support/second-factor.ts'
import { sharedService, startSecond } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const service = await sharedService()
const second = await startSecond(service)

type Owner = Pick<Guarded, 'userId' | 'accessToken'>
type Proven = Owner & Pick<Guarded, 'backup'>

const pathOf = ({ userId }: Owner) => `/users/${userId}/authenticators`
const list = async (person: Owner) => (await get(service, pathOf(person), person.accessToken)).body

/** Begins another app. @returns its codes, and the answer */
const begin = async (person: Proven, body: object = {}) => {
  const answer = await post(
    service,
    pathOf(person),
    { ...body, ...alongCode(person) },
    { token: person.accessToken },
  )
  assert.equal(answer.status, 201, answer.text)
  return { code: appOf(service, answer.body.secret).code, body: answer.body }
}

const confirmApp = ({ accessToken: token, ...person }: Owner, code: string, at = service) =>
  send(at, 'PATCH', pathOf({ ...person, accessToken: token }), { token, body: { code } })

const add = async (person: Proven, body: object = {}) => {
  const { code } = await begin(person, body)
  const answer = await confirmApp(person, code())
  assert.equal(answer.status, 200, answer.text)
  service.clock.nowMs += 30_000
  return { code, app: answer.body }
}

const remove = (person: Owner, id: string) =>
  send(service, 'DELETE', `${pathOf(person)}/${id}`, { token: person.accessToken })

const assertOutdated = ({ status, body }: Answer) =>
  assert.deepEqual([status, body.code], [403, 'reauthentication_required'])

const registerProven = async () => {
  const person = await registerGuarded(service)
  await proveFactor(service, person)
  return person
}

test('the first code of an app is accepted however it is typed', async () => {
  const person = await registerProven()
  for (const typed of ['$& ', '$&\u{a0}', '$&-']) {
    const { code } = await begin(person)
    const answer = await confirmApp(person, code().replace(/^.../, typed))
    assert.equal(answer.status, 200, answer.text)
  }
  const { code } = await begin(person)
  const answer = await confirmApp(person, `O${code().slice(1)}`)
  assertFieldErrors(answer, { code: 'regex' })
})

test('another app works beside the first, also to sign in, and each code of either works once', async () => {
  const person = await registerProven()
  const { code, app } = await add(person, { name: 'My tablet' })
  const apps = await list(person)
  assert.deepEqual(
    apps.map(({ name }: { name: string }) => name),
    ['Authenticator app', 'My tablet'],
  )
  assert.deepEqual(apps[1], app)
  for (const right of [person.code(), code()])
    tokensOf(await answerChallenge(service, await challengeFor(service, person), right))
  for (const spent of [person.code(), code()]) {
    const answer = await answerChallenge(service, await challengeFor(service, person), spent)
    assert.deepEqual([answer.status, answer.body.code], [401, 'wrong_code'])
  }
  const { body } = await get(service, settingsOf(person), person.accessToken)
  assert.deepEqual(body.methods, ['totp', 'backup_code'])
})

test('an unconfirmed app does not work, and the confirmed ones do until it replaces them', async () => {
  const person = await registerProven()
  const [{ id }] = await list(person)
  const { code } = await begin(person, { replaces: id, name: 'New phone' })
  const refused = await answerChallenge(service, await challengeFor(service, person), code())
  assert.equal(refused.status, 401)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
  assert.equal((await confirmApp(person, code())).status, 200)
  service.clock.nowMs += 30_000
  assert.deepEqual(
    (await list(person)).map(({ name }: { name: string }) => name),
    ['New phone'],
  )
  const old = await answerChallenge(service, await challengeFor(service, person), person.code())
  assert.equal(old.status, 401)
  tokensOf(await answerChallenge(service, await challengeFor(service, person), code()))
})

test('paths of the first app answer already_configured once one is set up', async () => {
  const person = await registerProven()
  const { code } = await begin(person)
  const { accessToken: token } = person
  assertRefused(await post(service, settingsOf(person), undefined, { token }), 400, 'already_configured')
  assertRefused(await confirm(service, person, code()), 400, 'already_configured')
  assert.equal((await confirmApp(person, code())).status, 200)
})

test('an account without two-factor can neither begin another app nor confirm its first one that way', async () => {
  const person = await register(service)
  const { accessToken: token } = person
  assertRefused(await post(service, pathOf(person), {}, { token }), 400, 'not_configured')
  assert.deepEqual(await list(person), [])
  const first = await post(service, settingsOf(person), undefined, { token })
  const { code } = appOf(service, first.body.secret)
  assertRefused(await confirmApp(person, code()), 400, 'not_configured')
  assert.equal((await confirm(service, person, code())).status, 200)
})

test('adding an app takes a second factor in the request, removing one a recent proof of it', async () => {
  const person = await registerGuarded(service)
  const { accessToken: token } = person
  const [{ id }] = await list(person)
  assertOutdated(await remove(person, id))
  await proveFactor(service, person)
  const refused = await post(service, pathOf(person), {}, { token })
  assert.deepEqual([refused.status, refused.body.code], [403, 'factor_required'])
  assert.deepEqual(refused.body.methods, ['totp', 'backup_code'])
  const wrong = await post(service, pathOf(person), { code: wrongCode(person) }, { token })
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'wrong_code'])
  assertFieldErrors(await post(service, pathOf(person), { method: 'totp' }, { token }), { code: 'required' })
  await begin(person)
  await service.deps.db.run(sql`
    update sessions set factor_proven_at = now() - interval '16 minutes' where user_id = ${person.userId}`)
  assertOutdated(await remove(person, id))
})

test('an app is confirmed in the session that began it, and in no other', async () => {
  const person = await registerProven()
  service.clock.nowMs += 30_000
  const other = {
    ...person,
    ...tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code())),
  }
  const { code } = await begin(person)
  assertRefused(await confirmApp(other, code()), 400, 'not_started')
  const pending = (await get(service, settingsOf(person), other.accessToken)).body.pendingUntil
  assert.ok(Date.parse(pending) > Date.now())
  assert.equal((await post(service, '/auth/logout', undefined, { token: person.accessToken })).status, 204)
  assertRefused(await confirmApp(other, code()), 400, 'not_started')
  assert.equal((await list(other)).length, 1)
})

test('setups of different sessions neither replace nor lock each other', async () => {
  const person = await registerProven()
  service.clock.nowMs += 30_000
  const other = {
    ...person,
    ...tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code())),
  }
  const { code } = await begin(person)
  const theirs = await begin(other)
  for (let n = 0; n < 5; n++) assertRefused(await confirmApp(other, wrongCode(theirs)), 400, 'wrong_code')
  assertRefused(await confirmApp(other, theirs.code()), 429, 'too_many_attempts')
  assert.equal((await confirmApp(person, code())).status, 200)
})

test('removing an app ends no session: its codes only followed a first factor that is still there', async () => {
  const person = await registerProven()
  service.clock.nowMs += 30_000
  const other = tokensOf(await answerChallenge(service, await challengeFor(service, person), person.code()))
  const { app } = await add(person)
  assert.equal((await remove(person, app.id)).status, 204)
  assert.equal((await get(service, '/users/me', other.accessToken)).status, 200)
})

test('an account has at most five apps, and can still swap one', async () => {
  const person = await registerProven()
  for (let count = 1; count < 5; count++) await add(person)
  const { accessToken: token } = person
  assertRefused(await post(service, pathOf(person), {}, { token }), 409, 'too_many_authenticators')
  const [, { id }] = await list(person)
  await add(person, { replaces: id })
  const apps = await list(person)
  assert.equal(apps.length, 5)
  assert.ok(!apps.some((app: { id: string }) => app.id === id))
})

test('a confirming code is spent by doing so, once, even fifty times at the same moment', async () => {
  const person = await registerProven()
  const { code } = await begin(person)
  const body = { code: code() }
  const answers = await race([service, second], 50, () => ({
    method: 'PATCH',
    path: pathOf(person),
    token: person.accessToken,
    body,
  }))
  const { 200: confirmed, ...others } = statusesOf(answers)
  assert.equal(confirmed, 1, JSON.stringify(others))
  assert.equal((await list(person)).length, 2)
  const again = await answerChallenge(service, await challengeFor(service, person), body.code)
  assert.equal(again.status, 401)
})

test('the last app cannot be removed, even if two are removed at the same moment', async () => {
  const person = await registerProven()
  const { app } = await add(person)
  const [{ id }] = await list(person)
  const [answers] = await Promise.all([
    race([service, second], 2, (index) => ({
      method: 'DELETE',
      path: `${pathOf(person)}/${index === 0 ? id : app.id}`,
      token: person.accessToken,
    })),
  ])
  assert.deepEqual(statusesOf(answers), { 204: 1, 409: 1 })
  const [left, ...more] = await list(person)
  assert.deepEqual(more, [])
  assertRefused(await remove(person, left.id), 409, 'last_authenticator')
  assert.equal((await get(service, settingsOf(person), person.accessToken)).body.enabled, true)
})

test('an app can be renamed by its owner, to a name of one line', async () => {
  const person = await registerGuarded(service)
  const [{ id }] = await list(person)
  const name = (text: unknown) =>
    send(service, 'PATCH', `${pathOf(person)}/${id}`, { token: person.accessToken, body: { name: text } })
  const renamed = await name('  Phone, blue ')
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Phone, blue'])
  for (const wrong of ['two\nlines', 'x'.repeat(65), '\u202e'])
    assert.equal((await name(wrong)).status, 422, wrong)
  assertFieldErrors(await name(undefined), { name: 'required' })
  assert.equal((await list(person))[0].name, 'Phone, blue')
})

test('an unknown app, or somebody else’s, is not found', async () => {
  const [person, other] = [await registerProven(), await registerProven()]
  const [{ id }] = await list(other)
  for (const strange of [id, 'x', '00000000-0000-0000-0000-000000000000'])
    assertRefused(await remove(person, strange), 404, 'not_found')
  const { accessToken: token } = person
  const replaces = { replaces: id }
  assertRefused(await post(service, pathOf(person), replaces, { token }), 404, 'not_found')
  assertRefused(await get(service, pathOf(other), token), 404, 'not_found')
  assertFieldErrors(await post(service, pathOf(person), { replaces: 'x' }, { token }), { replaces: 'uuid' })
})

test('a setup whose app to replace was removed meanwhile adds nothing', async () => {
  const person = await registerProven()
  const { app } = await add(person)
  const { code } = await begin(person, { replaces: app.id })
  assert.equal((await remove(person, app.id)).status, 204)
  assertRefused(await confirmApp(person, code()), 400, 'not_started')
  assert.equal((await list(person)).length, 1)
})

test('switching two-factor off removes all apps', async () => {
  const person = await registerProven()
  await add(person)
  const body = { code: person.backup.pop(), method: 'backup_code' }
  const off = await send(service, 'DELETE', settingsOf(person), { token: person.accessToken, body })
  assert.equal(off.status, 204)
  assert.deepEqual(await list(person), [])
  tokensOf(await signIn(service, person))
})

test('undoing a change of address removes the app and codes from after it, and no others', async () => {
  const person = await registerProven()
  const [{ id }] = await list(person)
  const [row] = await service.deps.db.run<{ at: Date }>(sql`select now() as at`)
  const { code } = await add(person)
  const path = `${settingsOf(person)}/backup-codes`
  const renewed = await post(service, path, { code: code() }, { token: person.accessToken })
  assert.equal(renewed.status, 200, renewed.text)
  const since = { changedAt: row!.at, sessionId: randomUUID(), openedAt: null, hadFactor: true }
  await service.deps.db.transaction((runner) => deleteCredentialsSince(runner, person.userId, since))
  assert.deepEqual(
    (await list(person)).map((app: { id: string }) => app.id),
    [id],
  )
  const { body } = await get(service, settingsOf(person), person.accessToken)
  assert.deepEqual([body.enabled, body.backupCodesLeft], [true, 0])
})

test('owners are notified of each app, without the words of whoever named it', async () => {
  const person = await registerProven()
  const { app } = await add(person, { name: newEmail() })
  const swapped = await add(person, { replaces: app.id })
  await remove(person, swapped.app.id)
  await feedAll(service.deps)
  const rows = await service.deps.db.run(sql`
    select notice, detail::text from outbox where user_id = ${person.userId} and notice like 'authenticator%' order by id`)
  assert.deepEqual(
    (rows as { notice: string }[]).map(({ notice }) => notice),
    ['authenticator-added', 'authenticator-replaced', 'authenticator-removed'],
  )
  assert.ok(!JSON.stringify(rows).includes('@example.com'))
})
