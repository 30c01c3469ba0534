import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhooksCheck } from '../../cli/doctor/webhooks.ts'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { runCli } from '../support/cli.ts'
import { assertFound, examine, spoil } from '../support/examine.ts'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const receiver = await startReceiver()

/** A service that tells its events to one webhook. */
const startTelling = async () => {
  const service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: 'localhost' })
  const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write')
  const { id, secret } = (await ask('POST', '/webhooks', { url: receiver.url, types: ['identity.*'] })).body
  receiver.secrets = [secret]
  const { userId } = await register(service)
  const happen = () => recordEvent(service.deps.db, { type: 'identity.linked', userId })
  const isSo = async (wanted: object) => {
    for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
      const shown = (await ask('GET', `/webhooks/${id}`)).body
      if (Object.entries(wanted).every(([name, value]) => shown[name] === value)) return
      assert.ok(Date.now() < deadline, JSON.stringify(shown))
    }
  }
  return { service, id, happen, isSo }
}

/** What the doctor says of webhooks, once the service is stopped and rows are as the script makes them. */
const found = async ({ environment, stop }: TestService, script = '') => {
  await stop()
  if (script) await spoil(environment, script)
  return examine(environment, [webhooksCheck])
}
const messagesOf = (findings: Awaited<ReturnType<typeof found>>) =>
  findings.map(({ status, message }) => [status, message])

test('the doctor has nothing to say of no webhooks, and of one that is told', async () => {
  assert.deepEqual(messagesOf(await found(await startTestService())), [['ok', 'There are no webhooks.']])
  const { service, happen, isSo } = await startTelling()
  receiver.answer = () => false
  await happen()
  await isSo({ behind: 0, waiting: 0 })
  assert.deepEqual(messagesOf(await found(service)), [['ok', '1 webhook is told what happens.']])
})

test('the doctor fails over a webhook that was switched off by what it answered, and not over one that an operator did', async () => {
  const { service, id, happen, isSo } = await startTelling()
  receiver.answer = (_received, response) => response.writeHead(410).end()
  await happen()
  await isSo({ enabled: false, disabledBecause: 'gone' })
  const findings = await found(service)
  const remedy = new RegExp(`webhooks enable ${id}$`)
  assertFound(
    findings,
    'webhooks',
    'fail',
    /^The webhook at localhost:\d+ was switched off \(gone\)\.$/,
    remedy,
  )
  const { status, stdout } = runCli(service.environment, 'doctor')
  assert.equal(status, 1)
  assert.match(stdout, /webhooks +The webhook at localhost:\d+ was switched off/)
  const byOperator = await found(service, "update webhooks set disabled_because = 'by_operator'")
  assert.deepEqual(messagesOf(byOperator), [['ok', 'An operator has switched all webhooks off.']])
})

test('the doctor warns of a webhook that has accepted nothing for an hour, also in a pause that it asked for', async () => {
  const { service, id, happen, isSo } = await startTelling()
  receiver.answer = (_received, response) => response.writeHead(429, { 'retry-after': '7200' }).end()
  await happen()
  await isSo({ waiting: 1 })
  const young = "update webhooks set failing_since = now() - interval '50 minutes'"
  assert.deepEqual(messagesOf(await found(service, young)), [['ok', '1 webhook is told what happens.']])
  const findings = await found(service, "update webhooks set failing_since = now() - interval '61 minutes'")
  const attempts = new RegExp(`webhooks attempts ${id}$`)
  assertFound(findings, 'webhooks', 'warn', /at localhost:\d+ has accepted nothing since 20.+Z\.$/, attempts)
  assert.equal(findings.length, 1)
})

test('the doctor warns of a webhook that accepts events, and has refused others for an hour', async () => {
  const { service, id, happen, isSo } = await startTelling()
  receiver.answer = (_received, response) => response.writeHead(400).end()
  await happen()
  await isSo({ waiting: 1 })
  const accepting = 'update webhooks set failing_since = null, last_success_at = now()'
  const young = `${accepting}; update webhook_waiting set since = now() - interval '50 minutes'`
  assert.deepEqual(messagesOf(await found(service, young)), [['ok', '1 webhook is told what happens.']])
  const findings = await found(service, "update webhook_waiting set since = now() - interval '2 hours'")
  const attempts = new RegExp(`webhooks attempts ${id}$`)
  assertFound(findings, 'webhooks', 'warn', /refuses some events, the oldest for .+\.$/, attempts)
  assert.equal(findings.length, 1)
})
