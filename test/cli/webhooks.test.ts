import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../support/cli.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const environment = {
  ...(await newDatabase()),
  SECRET_KEY: testSecretKey,
  WEBHOOK_PRIVATE_HOSTS: 'localhost',
}
const sallyport = (...args: string[]) => runCli(environment, 'webhooks', ...args)

test('a webhook is added, listed, renewed, switched, sent again to and removed by command', async () => {
  const { url } = await startReceiver()
  const added = sallyport('add', url, '--types', 'user.*,session.ended', '--description', 'shop', '--json')
  assert.equal(added.status, 0, added.stderr)
  const { id, secret } = JSON.parse(added.stdout)
  assert.match(secret, /^whsec_/)
  const listed = sallyport('list')
  assert.match(
    listed.stdout,
    new RegExp(`${id}  ${url}  \\(shop\\)\\n +user\\.\\*,session\\.ended: on, nothing`),
  )
  assert.ok(!sallyport('list', '--json').stdout.includes('whsec_'))
  const renewed = sallyport('rotate', id)
  assert.match(renewed.stdout, /^whsec_\S{44}\n$/)
  assert.match(renewed.stderr, /The former one is good until/)
  assert.equal(sallyport('disable', id).status, 0)
  assert.match(sallyport('list').stdout, /off since .+ \(by_operator\)/)
  assert.equal(sallyport('enable', id).status, 0)
  assert.match(sallyport('attempts', id).stderr, /There are no attempts/)
  assert.match(sallyport('replay', id, '--after', '2000-01-01').stdout, /\d+ events? of the feed/)
  assert.equal(sallyport('remove', id).status, 0)
  assert.match(sallyport('list').stderr, /There are no webhooks/)
})

test('what is wrong with a command about webhooks is told, and its exit code says so', () => {
  const id = '01a20302-c9c2-7601-8360-dbade2394717'
  for (const [args, said] of [
    [['add', 'https://93.184.215.14/'], /--types is missing/],
    [['add', 'https://10.0.0.1/', '--types', '*'], /public internet/],
    [['add', 'https://93.184.215.14/', '--types', 'session.endet'], /Did you mean session\.ended/],
    [['add', 'https://93.184.215.14/', '--types', '*', '--description', 'x'.repeat(201)], /at most 200/],
    [['test', 'nothing'], /not the id of a webhook/],
    [['replay', id], /Send either after or eventId/],
  ] as const) {
    const { status, stderr } = sallyport(...args)
    assert.equal(status, 2, `${args.join(' ')} ${stderr}`)
    assert.match(stderr, said)
  }
  for (const args of [
    ['test', id],
    ['rotate', id],
    ['enable', id],
    ['remove', id],
    ['attempts', id],
  ]) {
    const { status, stderr } = sallyport(...args)
    assert.equal(status, 1, stderr)
    assert.match(stderr, /There is no webhook/)
  }
})
