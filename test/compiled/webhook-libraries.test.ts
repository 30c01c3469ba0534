import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newWebhookSecret } from '../../src/messages/webhooks/secrets.ts'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { type Asked, findWebhookLibraries } from '../support/webhook-libraries.ts'
import { type Received, startReceiver } from '../support/webhook-receiver.ts'

const libraries = await findWebhookLibraries()
const service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: 'localhost' })
const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write', 'users:write')
const receiver = await startReceiver()

const added = await ask('POST', '/webhooks', { url: receiver.url, types: ['user.*'] })
const { id, secret: former } = added.body as { id: string; secret: string }
receiver.secrets = [former]
after(() => assert.deepEqual(receiver.refused, []))

/** Somebody registers under a name that takes several bytes a letter. @returns the messages about it */
const happen = async (): Promise<Received[]> => {
  const { userId } = await register(service)
  await ask('PUT', `/users/${userId}/external-id`, { externalId: `Łukasz 😀 ${userId}` })
  const told = () => receiver.received.filter((each) => each.userId === userId)
  for (const deadline = Date.now() + 60_000; told().length < 2; await sleep(20))
    assert.ok(Date.now() < deadline)
  return told()
}

const asked = (secret: string, { headers, body }: Received): Asked => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  const told = {
    'webhook-id': `${id}`,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `${signature}`,
  }
  return { secret, headers: told, body }
}

const before = await happen()
const renewed = (await ask('POST', `/webhooks/${id}/secret`)).body.secret as string
const during = await happen()
await service.deps.db.script("update webhooks set former_secret_until = now() - interval '1 minute'")
receiver.secrets = [renewed]
const behind = await happen()

for (const [language, { missing, verify }] of Object.entries(libraries))
  test(`the library of Standard Webhooks for ${language} verifies each message, also during a rotation`, {
    skip: missing,
  }, () => {
    const verdicts = (secret: string, messages: readonly Received[]) =>
      verify(messages.map((message) => asked(secret, message)))
    assert.deepEqual(verdicts(former, [...before, ...during, ...behind]), [
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    assert.deepEqual(verdicts(renewed, [...before, ...during, ...behind]), [
      false,
      false,
      true,
      true,
      true,
      true,
    ])
  })

for (const [language, { missing, verify }] of Object.entries(libraries))
  test(`the library of Standard Webhooks for ${language} refuses what was changed`, { skip: missing }, () => {
    const [first] = during
    const genuine = asked(renewed, first!)
    const withHeader = (name: string, value: string) => ({
      ...genuine,
      headers: { ...genuine.headers, [name]: value },
    })
    const seconds = Number(genuine.headers['webhook-timestamp'])
    const changed = [
      { ...genuine, secret: newWebhookSecret() },
      { ...genuine, body: `${genuine.body} ` },
      withHeader('webhook-id', '1'),
      withHeader('webhook-timestamp', String(seconds - 1)),
      withHeader('webhook-signature', 'v1,AAAA'),
    ]
    assert.deepEqual(verify([genuine, ...changed]), [true, false, false, false, false, false])
  })
