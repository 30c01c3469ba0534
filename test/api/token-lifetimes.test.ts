import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Environment } from '../../src/config/config.ts'
import { startTestService } from '../support/service.ts'

const warningsOf = async (settings: Environment) => {
  const { logs, stop } = await startTestService(settings)
  await stop()
  return logs.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
}

test('a start warns of access tokens that expire before a refresh can no longer be repeated', async () => {
  const [warning, ...others] = await warningsOf({ ACCESS_TOKEN_SECONDS: '59', REFRESH_RETRY_SECONDS: '60' })
  assert.match(warning.msg, /^ACCESS_TOKEN_SECONDS is shorter than REFRESH_RETRY_SECONDS: /)
  assert.deepEqual(others, [])
  assert.deepEqual(await warningsOf({ ACCESS_TOKEN_SECONDS: '60', REFRESH_RETRY_SECONDS: '60' }), [])
})
