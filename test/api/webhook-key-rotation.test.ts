import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { send } from '../support/http.ts'
import { newRestartable } from '../support/restartable.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const oldKey = 'the old secret of the tests that has 32 bytes'
const newKey = 'the new secret of the tests that has 32 bytes'
const { start } = await newRestartable()
const receiver = await startReceiver()

test('under a new key, webhooks sign as before, and the old one can leave', async () => {
  const startWith = (SECRET_KEY: string) => start({ SECRET_KEY, WEBHOOK_PRIVATE_HOSTS: 'localhost' })
  let service = await startWith(oldKey)
  const { key } = await newServiceKey(service, { scopes: ['webhooks:read', 'webhooks:write'] })
  const ask = async (path: string, body?: object) =>
    (await send({ address: service.adminAddress }, 'POST', `/admin/webhooks${path}`, { token: key, body }))
      .body
  const { id, secret } = await ask('', { url: receiver.url, types: ['identity.*'] })
  receiver.secrets = [secret]
  service = await startWith(`${newKey},${oldKey}`)
  assert.equal((await ask(`/${id}/test`)).outcome, 'delivered')
  await assert.rejects(startWith(newKey), /still needs.*webhook secrets: 1\b/)
  service = await startWith(`${newKey},${oldKey}`)
  await runJobs(service.deps, jobs)
  service = await startWith(newKey)
  assert.equal((await ask(`/${id}/test`)).outcome, 'delivered')
  assert.deepEqual(receiver.refused, [])
})
