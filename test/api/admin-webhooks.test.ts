import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: 'localhost' })
const { db } = service.deps
const { ask, id: keyId } = await newOperator(service, 'webhooks:read', 'webhooks:write')
await db.run(sql`update service_keys set acts_per_hour = 10000`)
const reader = await newOperator(service, 'webhooks:read')
const receiver = await startReceiver()

const add = (body: object = {}) => ask('POST', '/webhooks', { url: receiver.url, types: ['user.*'], ...body })
const removeAll = async () => {
  for (const { id } of (await ask('GET', '/webhooks')).body) await ask('DELETE', `/webhooks/${id}`)
}

test('a webhook is added, shown without its secret, changed and removed, and each act is recorded', async () => {
  const { status, body } = await add({ types: ['user.*', 'session.ended', 'user.*'], description: 'shop' })
  assert.equal(status, 201)
  assert.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret, ...shown } = body
  assert.deepEqual(shown.types, ['user.*', 'session.ended'])
  assert.deepEqual((await ask('GET', '/webhooks')).body, [shown])
  assert.deepEqual((await ask('GET', `/webhooks/${body.id}`)).body, shown)
  assert.ok(!(await ask('GET', '/webhooks')).text.includes(secret))

  const changed = await ask('PATCH', `/webhooks/${body.id}`, {
    types: ['*'],
    includeAddresses: true,
    enabled: false,
  })
  assert.deepEqual(
    [changed.body.types, changed.body.includeAddresses, changed.body.enabled, changed.body.disabledBecause],
    [['*'], true, false, 'by_operator'],
  )
  assert.equal((await ask('PATCH', `/webhooks/${body.id}`, { enabled: true })).body.disabledAt, null)
  assert.equal((await ask('DELETE', `/webhooks/${body.id}`)).status, 204)
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal((await ask(method, `/webhooks/${body.id}`)).status, 404)

  const acts = await many<{ type: string; actor: string; detail: object }>(
    db,
    sql`select type, actor_id as actor, detail from events where type like 'webhook.%' order by id`,
  )
  assert.deepEqual(
    acts.map(({ type }) => type),
    ['webhook.added', 'webhook.changed', 'webhook.changed', 'webhook.removed'],
  )
  assert.ok(acts.every(({ actor }) => actor === keyId))
  assert.ok(!JSON.stringify(acts).includes(secret))
})

test('what is wrong with an address or a type is told, and nothing is added', async () => {
  const faults: [object, string, string][] = [
    [{ url: 'http://example.com/' }, 'url', 'https'],
    [{ url: 'https://10.0.0.1/' }, 'url', 'private'],
    [{ url: 'https://[::127.0.0.1]/' }, 'url', 'private'],
    [{ url: 'http://127.0.0.1:1/' }, 'url', 'private'],
    [{ url: 'https://name:password@example.com/' }, 'url', 'credentials'],
    [{ url: 'somewhere' }, 'url', 'url'],
    [{ url: 17 }, 'url', 'string'],
    [{ types: [] }, 'types', 'array.minLength'],
    [{ types: 'user.*' }, 'types', 'array'],
    [{ types: ['user.*', 'session.endet'] }, 'types.1', 'eventType'],
    [{ types: ['x'.repeat(101)] }, 'types.0', 'eventType'],
    [{ description: 'a\nb' }, 'description', 'regex'],
    [{ includeAddresses: 'yes' }, 'includeAddresses', 'boolean'],
  ]
  for (const [body, field, rule] of faults) {
    const answer = await add(body)
    assert.equal(answer.status, 422, JSON.stringify(body))
    assert.deepEqual([answer.body[0].field, answer.body[0].rule], [field, rule])
  }
  const unknown = await add({ types: ['session.endet'] })
  assert.match(unknown.body[0].message, /Did you mean session\.ended\?/)
  assert.deepEqual((await ask('GET', '/webhooks')).body, [])
})

test('there are 20 webhooks at most, also when many are added at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => add()))
  assert.deepEqual(Object.groupBy(answers, ({ status }) => status)[201]?.length, 20)
  assert.equal(answers.filter(({ status }) => status === 400).length, 5)
  await removeAll()
})

test('a key that may read webhooks changes none, and one for something else sees none', async () => {
  const { body } = await add()
  assert.equal((await reader.ask('GET', '/webhooks')).status, 200)
  for (const [method, path, sent] of [
    ['POST', '', { url: receiver.url, types: ['*'] }],
    ['PATCH', `/${body.id}`, {}],
    ['DELETE', `/${body.id}`, undefined],
    ['POST', `/${body.id}/secret`, undefined],
    ['POST', `/${body.id}/test`, undefined],
    ['POST', `/${body.id}/replay`, {}],
  ] as const)
    assert.equal((await reader.ask(method, `/webhooks${path}`, sent)).status, 403, `${method} ${path}`)
  const stranger = await newOperator(service, 'users:read')
  for (const path of ['', `/${body.id}`, `/${body.id}/attempts`])
    assert.equal((await stranger.ask('GET', `/webhooks${path}`)).status, 403)
  await removeAll()
})

test('a test is sent at once, signed, and tells what was answered', async () => {
  const { id, secret } = (await add()).body
  receiver.secrets = [secret]
  receiver.answer = (_received, response) => response.writeHead(418).end(`${'x'.repeat(499)}yz`)
  const { status, body } = await ask('POST', `/webhooks/${id}/test`)
  receiver.answer = () => false
  assert.equal(status, 200)
  assert.deepEqual([body.outcome, body.status, body.answer], ['failed', 418, `${'x'.repeat(499)}y`])
  assert.equal((await ask('POST', `/webhooks/${id}/test`)).body.outcome, 'delivered')
  assert.deepEqual(
    receiver.received.splice(0).map(({ type }) => type),
    ['webhook.test', 'webhook.test'],
  )
  const page = (await ask('GET', `/webhooks/${id}/attempts?limit=1`)).body
  assert.deepEqual([page.attempts[0].outcome, page.attempts[0].eventId], ['delivered', null])
  const next = (await ask('GET', `/webhooks/${id}/attempts?limit=1&cursor=${page.next}`)).body
  assert.deepEqual([next.attempts[0].status, next.next], [418, null])
  assert.equal((await ask('GET', `/webhooks/${id}/attempts?outcome=failed`)).body.attempts.length, 1)
  assert.equal((await ask('GET', `/webhooks/${id}/attempts?outcome=lost`)).status, 400)
  await removeAll()
})

test('what a webhook answered to a test is told, though it was removed meanwhile', async () => {
  const { id, secret } = (await add()).body
  receiver.secrets = [secret]
  receiver.answer = async (_received, response) => {
    assert.equal((await ask('DELETE', `/webhooks/${id}`)).status, 204)
    response.writeHead(200).end('too late')
  }
  const { status, body } = await ask('POST', `/webhooks/${id}/test`)
  receiver.answer = () => false
  receiver.received.length = 0
  assert.deepEqual([status, body.outcome, body.answer], [200, 'delivered', 'too late'])
})

test('for a day, messages are signed with both secrets, and then with the new one only', async () => {
  const { id, secret: former } = (await add()).body
  const renewed = await ask('POST', `/webhooks/${id}/secret`)
  const { secret } = renewed.body
  assert.equal(renewed.status, 200)
  assert.notEqual(secret, former)
  /** How many signatures a test has, and how many what has happened. */
  const signedWith = async () => {
    receiver.secrets = [former, secret]
    await ask('POST', `/webhooks/${id}/test`)
    const { userId } = await register(service)
    const about = (user: string | null) => receiver.received.find((message) => message.userId === user)
    for (let tries = 0; tries < 1_000 && !about(userId); tries++) await sleep(10)
    const messages = [about(null), about(userId)]
    receiver.received.length = 0
    return messages.map((message) => `${message?.headers['webhook-signature']}`.match(/v1,/g)?.length)
  }
  assert.deepEqual(await signedWith(), [2, 2])
  await db.run(sql`update webhooks set former_secret_until = now() - interval '1 millisecond'`)
  receiver.secrets = [former]
  assert.equal((await ask('POST', `/webhooks/${id}/test`)).body.status, 400)
  assert.deepEqual(await signedWith(), [1, 1])
  assert.ok(new Webhook(secret))
  await removeAll()
})

test('who can write the database leads no webhook elsewhere, and has nothing more told', async () => {
  const { id } = (await add()).body
  const original = `url = '${receiver.url}', types = '{user.*}', includes_addresses = false`
  for (const change of ["url = 'http://localhost:1/'", "types = '{*}'", 'includes_addresses = true']) {
    await db.script(`update webhooks set ${change}`)
    const { status, body } = await ask('POST', `/webhooks/${id}/test`)
    await db.script(`update webhooks set ${original}`)
    assert.equal(status, 400, change)
    assert.match(body.message, /cannot be read/)
  }
  receiver.answer = () => false
  assert.equal((await ask('POST', `/webhooks/${id}/test`)).status, 200)
  await removeAll()
})

test('a replay names one place, of this feed', async () => {
  const { id } = (await add()).body
  await register(service)
  for (const body of [
    {},
    { after: '1.1', eventId: '1' },
    { after: 'yesterday' },
    { after: 'now' },
    { eventId: 'x' },
  ])
    assert.equal((await ask('POST', `/webhooks/${id}/replay`, body)).status, 400, JSON.stringify(body))
  assert.equal((await ask('POST', `/webhooks/${id}/replay`, { eventId: '99999999' })).status, 404)
  assert.equal((await ask('POST', `/webhooks/${id}/replay`, { after: '99999999.1' })).status, 410)
  assert.equal((await ask('POST', `/webhooks/${keyId}/replay`, { after: '1.1' })).status, 404)
  await removeAll()
})
