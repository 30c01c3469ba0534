import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type KeyScope, scopes } from '../../src/credentials/service-keys/scopes.ts'
import { addWebhook } from '../../src/flows/webhooks/add.ts'
import { get, send } from '../support/http.ts'
import { startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import { addPasskey } from '../support/passkeys.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { race, statusesOf } from '../support/race.ts'
import { assertRefused } from '../support/refusals.ts'
import { explained } from '../support/refused/explained.ts'
import { type Guarded, registerGuarded } from '../support/second-factor.ts'
import { startSecond } from '../support/service.ts'
import { assertKeyRefused, newServiceKey } from '../support/service-keys.ts'
import { sql } from '../support/sql.ts'
import { listDevices, trusted } from '../support/trusted-devices.ts'

const service = await startMailing()
const second = await startSecond(service)
const reason = 'an act of the tests'

/** Every operation, with the one scope that opens it, and a body that it takes. */
const operations: [line: string, scope: KeyScope, body?: object][] = [
  ['GET /users', 'users:read'],
  ['POST /users', 'users:write', { email: '{email}' }],
  ['GET /users/{userId}', 'users:read'],
  ['GET /users/{userId}/events', 'users:read'],
  ['GET /users/{userId}/mails', 'users:read'],
  ['GET /users/{userId}/refusals', 'users:read'],
  ['GET /users/{userId}/waits', 'users:read'],
  ['GET /refusals/{requestId}', 'users:read'],
  ['GET /users/{userId}/sessions', 'users:read'],
  ['GET /users/{userId}/export', 'export'],
  ['PUT /users/{userId}/disabled', 'users:write', { reason }],
  ['DELETE /users/{userId}/disabled', 'users:write'],
  ['DELETE /users/{userId}/sessions', 'users:write', { reason }],
  ['DELETE /users/{userId}/second-factor', 'factors:remove', { reason }],
  ['POST /users/{userId}/password-reset', 'users:write'],
  ['DELETE /users/{userId}', 'users:delete', { reason }],
  ['GET /users/{userId}/trusted-devices', 'users:read'],
  ['GET /users/{userId}/authenticators', 'users:read'],
  ['GET /users/{userId}/passkeys', 'users:read'],
  ['DELETE /users/{userId}/locks', 'users:write', { reason }],
  ['PUT /users/{userId}/email-verified', 'users:write', { reason }],
  ['PUT /users/{userId}/email', 'users:write', { email: '{email}', reason }],
  ['DELETE /users/{userId}/deletion', 'users:delete', { reason }],
  ['DELETE /users/{userId}/sessions/{sessionId}', 'users:write', { reason }],
  ['DELETE /users/{userId}/trusted-devices', 'users:write', { reason }],
  ['DELETE /users/{userId}/trusted-devices/{deviceId}', 'users:write', { reason }],
  ['DELETE /users/{userId}/identities/{provider}', 'users:write', { reason }],
  ['DELETE /users/{userId}/authenticators/{authenticatorId}', 'factors:remove', { reason }],
  ['DELETE /users/{userId}/passkeys/{passkeyId}', 'factors:remove', { reason }],
  ['PUT /users/{userId}/external-id', 'users:write', { externalId: '{email}' }],
  ['DELETE /users/{userId}/external-id', 'users:write'],
  ['POST /users/import', 'import', { people: [{ email: '{email}', emailVerified: true }] }],
  ['POST /webhooks', 'webhooks:write', { url: 'https://93.184.215.14/', types: ['passkey.cloned'] }],
  ['GET /webhooks', 'webhooks:read'],
  ['GET /webhooks/{webhookId}', 'webhooks:read'],
  ['PATCH /webhooks/{webhookId}', 'webhooks:write', {}],
  ['DELETE /webhooks/{webhookId}', 'webhooks:write'],
  ['POST /webhooks/{webhookId}/secret', 'webhooks:write'],
  ['POST /webhooks/{webhookId}/test', 'webhooks:write'],
  ['GET /webhooks/{webhookId}/attempts', 'webhooks:read'],
  ['POST /webhooks/{webhookId}/replay', 'webhooks:write', { after: '2100-01-01' }],
  ['GET /events', 'users:read'],
  ['GET /mails?state=given-up', 'users:read'],
  ['POST /mails/{mailId}/retry', 'users:write', { reason }],
  ['GET /overview', 'overview:read'],
  ['GET /acts', 'acts:read'],
  ['GET /operators', 'acts:read'],
  ['GET /keys', 'keys:revoke'],
  ['DELETE /keys/{keyId}', 'keys:revoke'],
]

type Operator = Awaited<ReturnType<typeof newOperator>>

/** The only one, which the service itself may not connect to. */
const newWebhook = async (): Promise<string> => {
  await service.deps.db.run(sql`delete from webhooks`)
  const deps = { ...service.deps, config: { webhookPrivateHosts: ['localhost'] } }
  const wanted = {
    url: 'http://localhost:1/',
    types: ['passkey.cloned'],
    description: '',
    includesAddresses: false,
  }
  return (await addWebhook(deps, wanted, { kind: 'operator' })).id
}

/** One that was given up. */
const newGivenUpMail = async (): Promise<string> => {
  const { userId } = await register(service)
  const [mail] = await service.deps.db.run<{ queue: string; id: string }>(sql`
    insert into outbox (queue, user_id, channel, message, recipient, detail, ended_at, outcome)
    values (${userId}, ${userId}, 'mail', 'notice', 'ada@example.com', '{"notice":"account-enabled"}', now(), 'refused')
    returning queue, id`)
  return `${mail?.queue}.${mail?.id}`
}

/** The id of one thing of somebody, who has another second factor beside it. */
const partOf = async (person: Guarded, part: string): Promise<string> => {
  const { userId, accessToken } = person
  if (part === 'deviceId') {
    await trusted(service, person)
    return (await listDevices(service, person))[0]?.id ?? ''
  }
  const along = { code: person.code() }
  const { added } = await addPasskey(service, person, { asSecondFactor: true, along })
  if (part === 'passkeyId') return added.id
  if (part === 'provider') {
    const identity = sql`insert into identities (provider, subject, user_id) values ('acme', ${userId}, ${userId})`
    await service.deps.db.run(identity)
    return 'acme'
  }
  const list = part === 'sessionId' ? 'sessions' : 'authenticators'
  return (await get(service, `/users/${userId}/${list}`, accessToken)).body[0].id
}

const refusedRequest = async (): Promise<string> => {
  const { ask } = await newOperator(service, 'users:read')
  const answer = await signIn(service, { email: newEmail(), password: 'a wrong one' })
  return (await explained(ask, answer)).requestId
}

/** Fills in somebody, and something, of its own. */
const requestFor = async (line: string, body?: object) => {
  const [method = '', template = ''] = line.split(' ')
  const person = template.includes('{userId}') ? await registerGuarded(service) : undefined
  const part = /\{(sessionId|provider|authenticatorId|passkeyId|deviceId)\}/.exec(template)?.[1]
  const path = template
    .replace('{userId}', person?.userId ?? '')
    .replace(`{${part}}`, person && part ? await partOf(person, part) : '')
    .replace('{webhookId}', template.includes('{webhookId}') ? await newWebhook() : '')
    .replace('{mailId}', template.includes('{mailId}') ? await newGivenUpMail() : '')
    .replace('{requestId}', template.includes('{requestId}') ? await refusedRequest() : '')
    .replace('{keyId}', template.includes('{keyId}') ? (await newServiceKey(service)).id : '')
  const filled = body && JSON.parse(JSON.stringify(body).replace('{email}', newEmail()))
  return { method, path, body: filled }
}

test('the operations tested here are all that exist', () => {
  const document = new URL('../../contract/admin-openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(document, 'utf8'))
  const secured = Object.entries<Record<string, { security?: object[] }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security)
      .map(([method]) => `${method.toUpperCase()} ${path.slice('/admin'.length)}`),
  )
  assert.deepEqual(secured.sort(), operations.map(([line]) => line.replace(/\?.*/, '')).sort())
})

test('each operation is open to its scope, and closed to every other', async () => {
  const all = Object.keys(scopes) as KeyScope[]
  const owners = new Map<KeyScope, Operator>()
  const others = new Map<KeyScope, Operator>()
  for (const scope of all) {
    owners.set(scope, await newOperator(service, scope))
    others.set(scope, await newOperator(service, ...all.filter((other) => other !== scope)))
  }
  for (const [line, scope, body] of operations) {
    const { method, path, body: filled } = await requestFor(line, body)
    for (const [other, { ask }] of owners)
      if (other !== scope) assertRefused(await ask(method, path, filled), 403, 'insufficient_scope')
    assertRefused(await others.get(scope)!.ask(method, path, filled), 403, 'insufficient_scope')
    const { status, text } = await owners.get(scope)!.ask(method, path, filled)
    assert.ok(status >= 200 && status < 300, `${line} ${status} ${text}`)
  }
})

test('no operation works without a valid key: not with nothing, an owner’s token, or a made-up key', async () => {
  const person = await register(service)
  for (const [line, , body] of operations) {
    const { method, path, body: filled } = await requestFor(line, body)
    for (const token of ['', person.accessToken, person.refreshToken, `sp_sk_${'a'.repeat(86)}`])
      assertKeyRefused(
        await send(service, method, `/admin${path}`, {
          body: filled,
          ...(token && { token }),
          // strangers at this address are many
          headers: { 'x-forwarded-for': '203.0.113.9' },
        }),
      )
  }
})

test('a key makes at most its hourly quota of changes, even in parallel, and can still read', async () => {
  const { id, key, ask } = await newOperator(service, 'users:write', 'users:read')
  await service.deps.db.run(sql`update service_keys set acts_per_hour = 10 where id = ${id}`)
  const person = await register(service)
  const answers = await race([service, second], 40, () => ({
    method: 'DELETE',
    path: `/admin/users/${person.userId}/disabled`,
    token: key,
  }))
  assert.deepEqual(statusesOf(answers), { 204: 10, 429: 30 })
  assertRefused(await ask('PUT', `/users/${person.userId}/disabled`, { reason }), 429, 'too_many_attempts')
  assertRefused(await ask('POST', '/users', { email: newEmail() }), 429, 'too_many_attempts')
  assert.equal((await ask('GET', `/users/${person.userId}`)).status, 200)
  // another key goes on
  const other = await newOperator(service, 'users:write')
  assert.equal((await other.ask('DELETE', `/users/${person.userId}/disabled`)).status, 204)
})

test('a key can remove only few second factors a day', async () => {
  const { id, ask } = await newOperator(service, 'factors:remove')
  await service.deps.db.run(sql`update service_keys set removals_per_day = 2 where id = ${id}`)
  const people = [
    await registerGuarded(service),
    await registerGuarded(service),
    await registerGuarded(service),
  ]
  const statuses: number[] = []
  for (const { userId } of people)
    statuses.push((await ask('DELETE', `/users/${userId}/second-factor`, { reason })).status)
  assert.deepEqual(statuses, [204, 204, 429])
})

test('no answer and no log line contains a secret, a link or a key', async () => {
  const person = await registerGuarded(service)
  const { key, ask } = await newOperator(service, ...(Object.keys(scopes) as KeyScope[]))
  const answers = [
    await ask('POST', `/users/${person.userId}/password-reset`),
    await ask('GET', `/users/${person.userId}/export`),
    await ask('GET', `/users/${person.userId}/mails`),
    await ask('GET', `/users/${person.userId}/sessions`),
    await ask('GET', `/users/${person.userId}/events`),
    await ask('GET', `/users?email=${person.email}`),
    await ask('GET', '/keys'),
    await ask('GET', '/acts'),
  ]
  const rows = await service.deps.db.run<{ secret: string }>(sql`
    select phc as secret from passwords where user_id = ${person.userId}
    union all select encode(digest, 'hex') from mail_links where user_id = ${person.userId}
    union all select encode(digest, 'hex') from backup_codes where user_id = ${person.userId}
    union all select encode(digest, 'hex') from service_keys
    union all select encode(sealed_secret, 'hex') from totp_factors where user_id = ${person.userId}`)
  assert.ok(rows.length > 12)
  const told = answers.map(({ text }) => text).join() + service.logs.join()
  const { password, accessToken, refreshToken, backup } = person
  for (const secret of [
    key,
    password,
    accessToken,
    refreshToken,
    ...backup,
    ...rows.map((row) => row.secret),
  ])
    assert.ok(!told.includes(secret), secret)
  assert.doesNotMatch(told, /token=/)
})
