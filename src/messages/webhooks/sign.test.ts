import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret } from './secrets.ts'
import { signedHeaders } from './sign.ts'

const body = '{"type":"user.registered","data":{"name":"Zoë"}}'
const seconds = Math.floor(Date.now() / 1_000)
const [one, other] = [newWebhookSecret(), newWebhookSecret()]

test('the library of Standard Webhooks signs a message with the same bytes', () => {
  const headers = signedHeaders([one], { id: '17', seconds, body })
  assert.equal(headers['webhook-signature'], new Webhook(one).sign('17', new Date(seconds * 1_000), body))
})

test('the library verifies a message by either of two secrets, and by no third', () => {
  const headers = signedHeaders([one, other], { id: '17', seconds, body })
  for (const secret of [one, other])
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers))
  assert.throws(() => new Webhook(one).verify(`${body} `, headers))
})
