import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountEvent } from '../../contract/wire.ts'
import { scopes } from '../../src/credentials/service-keys/scopes.ts'
import { removeSecondFactorOf } from '../../src/flows/operators/acts/remove-second-factor.ts'
import { jobs } from '../../src/modules.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { feedAll } from '../support/feed.ts'
import { get, post } from '../support/http.ts'
import { linkIn, mailsTo, nextMail, startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { openPage } from '../support/pages.ts'
import { newEmail, type Person, refresh, register, signIn, tokensOf } from '../support/people.ts'
import { assertFieldErrors, assertRefused } from '../support/refusals.ts'
import { tablesNaming } from '../support/rows.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../support/second-factor.ts'
import { isCitus, isPostgres, newEmptyDatabase, startSecond, startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startVariant } from '../support/variant.ts'

const service = await startMailing()
const second = await startSecond(service)
const { db } = service.deps
const { ask, id: keyId } = await newOperator(service, ...(Object.keys(scopes) as (keyof typeof scopes)[]))
await db.run(sql`update service_keys set acts_per_hour = 10000, removals_per_day = 10000`)
const reason = 'she asked us on the phone'

const eventsOf = async ({ userId }: Pick<Person, 'userId'>): Promise<AccountEvent[]> =>
  (await ask('GET', `/users/${userId}/events`)).body.events
const typesOf = (events: AccountEvent[]) => events.map(({ type }) => type)

test('accounts are found by a full address or its beginning, page by page', async () => {
  const begin = `p${Date.now()}`
  const emails = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${begin}.${letter}@example.com`)
  for (const email of [...emails].reverse()) await register(service, { email })
  const one = await ask('GET', `/users?email=${begin.toUpperCase()}.C@EXAMPLE.com`)
  assert.deepEqual(
    one.body.users.map(({ email }: { email: string }) => email),
    [emails[2]],
  )
  assert.equal(one.body.next, null)
  const found: string[] = []
  let cursor = ''
  for (let pages = 1; ; pages++) {
    const { body } = await ask('GET', `/users?email=${begin.toUpperCase()}&limit=2${cursor}`)
    found.push(...body.users.map(({ email }: { email: string }) => email))
    if (body.next === null) {
      assert.equal(pages, 3)
      break
    }
    cursor = `&cursor=${body.next}`
  }
  assert.deepEqual(found, emails)
  // a former address that is reserved is nobody's, and takes no place on a page
  const { userId } = await register(service)
  await db.run(sql`
    insert into email_owners (canonical, user_id, held_until)
    values (${`${begin}.@example.com`}, ${userId}, now() + interval '1 day')`)
  const first = await ask('GET', `/users?email=${begin}&limit=1`)
  assert.equal(first.body.users[0].email, emails[0])
  assert.notEqual(first.body.next, null)
  const all = await ask('GET', '/users?limit=1')
  assert.equal(all.body.users.length, 1)
  assert.notEqual(all.body.next, null)
  assert.deepEqual((await ask('GET', '/users?email=nobody%40example.com')).body, { users: [], next: null })
})

test('accounts are also found on a PostgreSQL with encoding SQL_ASCII', {
  skip: !isPostgres || isCitus,
}, async () => {
  const other = await startTestService(await newEmptyDatabase("template0 encoding 'SQL_ASCII' locale 'C'"))
  const [ada, ana] = [`ada.${newEmail()}`, `aña.${newEmail()}`]
  for (const email of [ana, ada]) await register(other, { email })
  const operator = await newOperator(other, 'users:read')
  for (const [query, found] of [
    ['', [ada, ana]],
    ['?email=ada', [ada]],
    ['?email=a%C3%B1a', [ana]],
  ] as const) {
    const { body } = await operator.ask('GET', `/users${query}`)
    assert.deepEqual(
      body.users.map(({ email }: { email: string }) => email),
      found,
    )
  }
})

test('an invalid search is refused', async () => {
  assertFieldErrors(await ask('GET', '/users?email=ab'), { email: 'minLength' })
  assertFieldErrors(await ask('GET', '/users?email='), { email: 'minLength' })
  for (const query of [
    'email=abc%00',
    'email=abc&email=def',
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=*',
    'cursor=AAAA',
    'cursor=YQ&cursor=YQ',
  ])
    assertRefused(await ask('GET', `/users?${query}`), 400, 'bad_request')
})

test('an account shows operators what they need, and nothing that lets anybody in', async () => {
  const person = await registerGuarded(service)
  const { status, body, text } = await ask('GET', `/users/${person.userId}`)
  assert.equal(status, 200)
  const { createdAt, lastSignInAt, ...rest } = body
  assert.ok(Date.now() - Date.parse(createdAt) < 60_000)
  assert.ok(Date.now() - Date.parse(lastSignInAt) < 60_000)
  assert.deepEqual(rest, {
    id: person.userId,
    email: person.email,
    emailVerified: false,
    language: null,
    externalId: null,
    twoFactor: { enabled: true, backupCodesLeft: 10 },
    disabledAt: null,
    disabledUntil: null,
    disabledReason: null,
    hasPassword: true,
    providers: [],
    passkeys: 0,
    deletesAt: null,
    invitedUntil: null,
  })
  assert.doesNotMatch(text, /sp_|\$argon2/)
  const sessions = await ask('GET', `/users/${person.userId}/sessions`)
  assert.equal(sessions.body.length, 1)
  assert.equal(sessions.body[0].current, false)
  assert.deepEqual((await ask('GET', `/users/${person.userId}/mails`)).body.next, null)
})

test('following the mailed link activates an invited account', async () => {
  const email = newEmail()
  const { status, body } = await ask('POST', '/users', { email, sendInvite: true, language: 'de' })
  assert.equal(status, 201)
  assert.equal(body.language, 'de')
  assert.equal(body.hasPassword, false)
  assert.ok(Date.parse(body.invitedUntil) > Date.now() + 71 * 3_600_000)
  await nextMail(service, email, 'Einladung')
  const again = await ask('POST', '/users', { email, language: 'fr' })
  assert.deepEqual([again.body.id, again.body.language], [body.id, 'fr'])
  assert.equal((await ask('POST', '/users', { email })).body.language, 'fr')
  assertRefused(await ask('POST', '/users', { email }), 429, 'too_many_attempts')
  const person = await register(service)
  assertFieldErrors(await ask('POST', '/users', { email: person.email }), { email: 'database.unique' })
  assertFieldErrors(await ask('POST', '/users', { email: 'x', sendInvite: false, language: 'xx' }), {
    email: 'email',
    sendInvite: 'literal',
    language: 'enum',
  })
})

test('an invitation survives the end of all sessions, and can be withdrawn at once', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const { id } = (await ask('POST', '/users', { email })).body
  assert.equal((await ask('DELETE', `/users/${id}/sessions`, { reason })).status, 204)
  const page = await openPage(service, linkIn(await nextMail(service, email)))
  assert.match(page.text, /name="passwordConfirmation"/)
  const withdrawn = (await ask('POST', '/users', { email: other })).body.id
  assert.equal((await ask('DELETE', `/users/${withdrawn}`, { reason })).status, 204)
  assertRefused(await ask('GET', `/users/${withdrawn}`), 404, 'not_found')
})

test('a blocked account is shut in every process, until it is unblocked or its time is over', async () => {
  const person = await register(service)
  const at = `/users/${person.userId}/disabled`
  assert.equal((await ask('PUT', at, { reason })).status, 204)
  for (const process of [service, second])
    assertRefused(await get(process, '/users/me', person.accessToken), 401, 'unauthorized')
  assertRefused(await refresh(second, person.refreshToken), 401, 'invalid_credentials')
  assertRefused(await signIn(second, person), 401, 'invalid_credentials')
  const shown = (await ask('GET', `/users/${person.userId}`)).body
  assert.deepEqual([shown.disabledReason, shown.disabledUntil], [reason, null])
  assert.ok(shown.disabledAt)
  await ask('PUT', at, { reason: 'for another reason' })
  const changed = (await ask('GET', `/users/${person.userId}`)).body
  assert.deepEqual(changed, { ...shown, disabledReason: 'for another reason' })

  for (let turn = 0; turn < 2; turn++) assert.equal((await ask('DELETE', at)).status, 204)
  tokensOf(await signIn(second, person))
  const until = new Date(Date.now() + 3_600_000).toISOString()
  assert.equal((await ask('PUT', at, { reason, until })).status, 204)
  assert.equal((await ask('GET', `/users/${person.userId}`)).body.disabledUntil, until)
  assertRefused(await signIn(second, person), 401, 'invalid_credentials')
  await shiftRows(service, 3_601)
  for (const process of [service, second]) tokensOf(await signIn(process, person))
  assert.equal((await ask('GET', `/users/${person.userId}`)).body.disabledReason, null)

  await feedAll(service.deps)
  await nextMail(service, person.email, 'Your account was blocked')
})

test('an end that is not a future instant is refused', async () => {
  const { userId } = await register(service)
  for (const until of [
    'tomorrow',
    '2030-02-31',
    '2030-01-31T24:00Z',
    '2020-01-01',
    new Date(Date.now() - 1).toISOString(),
    '2030-13-01',
    '2030-01-31T12:00',
    '',
  ])
    assertFieldErrors(await ask('PUT', `/users/${userId}/disabled`, { reason, until }), { until: 'future' })
  assertFieldErrors(await ask('PUT', `/users/${userId}/disabled`, { reason, until: 5 }), { until: 'string' })
})

test('ending all sessions also stops sign-ins in progress, and the owner sees who did it and why', async () => {
  const guarded = await registerGuarded(service)
  const challenge = await challengeFor(service, guarded)
  assert.equal((await ask('DELETE', `/users/${guarded.userId}/sessions`, { reason })).status, 204)
  assertRefused(await answerChallenge(second, challenge, guarded.code()), 401, 'invalid_challenge')
  const person = await register(service)
  assert.equal((await ask('DELETE', `/users/${person.userId}/sessions`, { reason })).status, 204)
  assertRefused(await get(second, '/users/me', person.accessToken), 401, 'unauthorized')
  const { accessToken } = tokensOf(await signIn(service, person))
  const { events } = (await get(service, `/users/${person.userId}/events`, accessToken)).body
  const { actor, detail, ...told } = events.find(({ type }: AccountEvent) => type === 'user.sessions_ended')
  assert.equal(told.reason, reason)
  assert.deepEqual(actor, { kind: 'service_key', id: keyId })
  assert.deepEqual(detail, { count: 1 })
})

test('a lost second factor is removed and its owner notified, and a missing one cannot be removed', async () => {
  const person = await registerGuarded(service)
  const at = `/users/${person.userId}/second-factor`
  assert.equal((await ask('DELETE', at, { reason })).status, 204)
  tokensOf(await signIn(service, person))
  await ask('POST', `/users/${person.userId}/password-reset`)
  const link = linkIn(await nextMail(service, person.email, 'Set a new password'))
  for (let turn = 0; turn < 6; turn++)
    assertRefused(await ask('DELETE', at, { reason }), 400, 'not_configured')
  const remove = () =>
    removeSecondFactorOf(service.deps, person.userId, { reason, actor: { kind: 'operator' } })
  await assert.rejects(remove(), /not configured/)
  // what is refused changes nothing
  assert.match((await openPage(service, link)).text, /name="passwordConfirmation"/)
  await feedAll(service.deps)
  await nextMail(service, person.email, 'Two-factor authentication was turned off')
  const events = await eventsOf(person)
  const off = events.find(({ type }) => type === 'two_factor.disabled')
  assert.deepEqual([off?.reason, off?.actor.kind], [reason, 'service_key'])
  const ended = events.find(({ type }) => type === 'session.ended')
  assert.deepEqual(ended?.detail, { reason: 'two_factor_disabled' })
})

test('a link for a new password goes to the owner, at most three an hour, and never to the operator', async () => {
  const person = await register(service)
  const at = `/users/${person.userId}/password-reset`
  const sent = await ask('POST', at)
  assert.deepEqual([sent.status, sent.text], [202, ''])
  const { text } = await nextMail(service, person.email, 'Set a new password')
  const token = /token=([\w-]+)/.exec(text)?.[1]
  const password = 'a password that nobody knew'
  const set = await post(service, '/auth/password/reset', { token, password, passwordConfirmation: password })
  assert.equal(set.status, 204)
  for (let turn = 0; turn < 2; turn++) assert.equal((await ask('POST', at)).status, 202)
  assertRefused(await ask('POST', at), 429, 'too_many_attempts')
  const other = await register(service)
  await ask('PUT', `/users/${other.userId}/disabled`, { reason })
  // refused, it counts for nothing
  for (let turn = 0; turn < 4; turn++)
    assertRefused(await ask('POST', `/users/${other.userId}/password-reset`), 400, 'bad_request')
  await ask('DELETE', `/users/${other.userId}/disabled`)
  assert.equal((await ask('POST', `/users/${other.userId}/password-reset`)).status, 202)
})

test('an account is closed with its days of grace, or deleted now', async () => {
  const [kept, gone, now] = [await register(service), await register(service), await register(service)]
  const remove = ({ userId }: Person, more = {}) => ask('DELETE', `/users/${userId}`, { reason, ...more })
  for (const person of [kept, gone]) {
    const { status, body } = await remove(person)
    assert.equal(status, 202)
    const inDays = (Date.parse(body.deletesAt) - Date.now()) / 86_400_000
    assert.ok(inDays > 6.99 && inDays < 7.01)
    assertRefused(await get(second, '/users/me', person.accessToken), 401, 'unauthorized')
    assert.equal((await ask('GET', `/users/${person.userId}`)).body.deletesAt, body.deletesAt)
  }
  await feedAll(service.deps)
  const { text } = await nextMail(service, kept.email, 'Your account will be deleted')
  assert.match(text, /We closed your account/)
  tokensOf(await signIn(service, kept))
  await shiftRows(service, 7 * 86_400 + 1)
  await runJobs(service.deps, jobs)
  assert.equal((await ask('GET', `/users/${kept.userId}`)).status, 200)
  assertRefused(await ask('GET', `/users/${gone.userId}`), 404, 'not_found')

  const exported = (await ask('GET', `/users/${now.userId}/export`)).body
  assert.deepEqual(typesOf(exported.events), ['user.exported', 'session.opened', 'user.registered'])
  assert.equal((await remove(now, { at: 'now' })).status, 204)
  const subjects = (await mailsTo(service, now.email)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Confirm your email address'])
  assertRefused(await ask('GET', `/users/${now.userId}`), 404, 'not_found')
  assert.deepEqual(await tablesNaming(service, now.userId), [])
  assertFieldErrors(await remove(kept, { at: 'later' }), { at: 'literal' })
})

test('without days of grace the action is listed, too', async () => {
  const atOnce = await startVariant(service, { config: { accountDeletionDays: 0 } })
  const person = await register(service)
  const removed = await ask('DELETE', `/users/${person.userId}`, { reason }, atOnce)
  assert.deepEqual([removed.status, removed.text], [204, ''])
  const { acts } = (await ask('GET', '/acts?limit=3')).body
  const act = acts.find(({ userId }: { userId: string }) => userId === person.userId)
  assert.deepEqual([act.type, act.actor.id], ['account.deletion_requested', keyId])
})

test('an operator’s cancellation is recorded as the operator’s', async () => {
  const person = await registerGuarded(service)
  await db.run(sql`
    insert into two_factor_resets (user_id, digest, sealed_token, next_at, hours_left)
    values (${person.userId}, '', '', now() + interval '1 day', 24)`)
  await ask('DELETE', `/users/${person.userId}/sessions`, { reason })
  const stopped = (await eventsOf(person)).find(({ type }) => type === 'two_factor.reset_cancelled')
  assert.equal(stopped?.actor.id, keyId)
})

test('after deletion nothing names the person, not even the operator’s own words', async () => {
  const person = await register(service, { headers: { 'user-agent': 'a browser of her own' } })
  await ask('DELETE', `/users/${person.userId}/sessions`, { reason: `${person.email} wrote to us` })
  await ask('DELETE', `/users/${person.userId}`, { reason: `${person.email} wants it`, at: 'now' })
  await runJobs(service.deps, jobs)
  const rows = await db.run<{ type: string; rest: string | null }>(sql`
    select type, concat(address, session_id, reason, nullif(detail, '{}')) as rest
    from events where user_id = ${person.userId} order by id`)
  assert.deepEqual(
    rows.map(({ rest }) => rest),
    rows.map(() => ''),
  )
  assert.deepEqual(rows.map(({ type }) => type).slice(-2), ['account.deletion_requested', 'account.deleted'])
  const { acts } = (await ask('GET', '/acts?limit=10')).body
  const act = acts.find(({ userId }: { userId: string }) => userId === person.userId)
  assert.deepEqual([act.type, act.reason, act.actor.id], ['account.deletion_requested', null, keyId])
})

test('actions are listed with their author and reason, and only operators see why somebody was blocked', async () => {
  const person = await register(service)
  const other = await newOperator(service, 'users:write', 'acts:read')
  await other.ask('PUT', `/users/${person.userId}/disabled`, { reason: 'spam' })
  await other.ask('DELETE', `/users/${person.userId}/disabled`)
  const { acts } = (await ask('GET', `/acts?key=${other.id}`)).body
  assert.deepEqual(
    acts.map(({ type, reason }: { type: string; reason: string | null }) => [type, reason]),
    [
      ['user.enabled', null],
      ['user.disabled', 'spam'],
    ],
  )
  const page = (await ask('GET', `/acts?key=${other.id}&limit=1`)).body
  const rest = (await ask('GET', `/acts?key=${other.id}&cursor=${page.next}`)).body
  assert.deepEqual([...page.acts, ...rest.acts], acts)
  const { accessToken } = tokensOf(await signIn(service, person))
  for (const path of ['events', 'export']) {
    const { text } = await get(service, `/users/${person.userId}/${path}`, accessToken)
    assert.match(text, /user\.disabled/)
    assert.doesNotMatch(text, /spam/)
    const { text: told } = await ask('GET', `/users/${person.userId}/${path}`)
    assert.match(told, /spam/)
  }
  for (const query of ['key=x', 'cursor=0', 'limit=0'])
    assertRefused(await ask('GET', `/acts?${query}`), 400, 'bad_request')
})

test('keys are listed without their secrets, and revoked', async () => {
  const other = await newOperator(service, 'users:read')
  assert.equal((await other.ask('GET', '/users?email=abc')).status, 200)
  const listed = await ask('GET', '/keys')
  assert.ok(!listed.text.includes(other.key))
  const one = listed.body.find(({ id }: { id: string }) => id === other.id)
  assert.deepEqual([one.scopes, one.networks, one.revokedAt], [['users:read'], [], null])
  assert.equal((await ask('DELETE', `/keys/${other.id}`)).status, 204)
  assert.equal((await other.ask('GET', '/users?email=abc', undefined, second)).status, 401)
  for (const id of [other.id, newId(Date.now()), 'x'])
    assertRefused(await ask('DELETE', `/keys/${id}`), 404, 'not_found')
})

const targets: [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['GET', '/events'],
  ['GET', '/mails'],
  ['GET', '/sessions'],
  ['GET', '/export'],
  ['PUT', '/disabled', { reason }],
  ['DELETE', '/disabled'],
  ['DELETE', '/sessions', { reason }],
  ['DELETE', '/second-factor', { reason }],
  ['POST', '/password-reset'],
  ['DELETE', '', { reason }],
]

test('an unknown id is not found, and every action that needs a reason requires one', async () => {
  const person = await registerGuarded(service)
  for (const [method, path, body] of targets) {
    for (const id of [newId(Date.now()), 'me', 'x'])
      assertRefused(await ask(method, `/users/${id}${path}`, body), 404, 'not_found')
    if (!body) continue
    for (const [wrong, rule] of [
      [undefined, 'required'],
      ['ab', 'minLength'],
      ['  ab  ', 'minLength'],
      ['a'.repeat(201), 'maxLength'],
      ['two\nlines', 'regex'],
      ['two\u2028lines', 'regex'],
      ['turned \u202eround', 'regex'],
      [5, 'string'],
    ] as const)
      assertFieldErrors(await ask(method, `/users/${person.userId}${path}`, { reason: wrong }), {
        reason: rule,
      })
  }
  const { body } = await ask('GET', `/users/${person.userId}`)
  assert.deepEqual([body.disabledAt, body.deletesAt, body.twoFactor.enabled], [null, null, true])
})
