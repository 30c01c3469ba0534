import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Introspection } from '../../contract/wire.ts'
import { register } from '../support/people.ts'
import { sharedService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'

// a system's packages belong to its own interpreter, which need not be the first one
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import authlib, requests']).status === 0,
)
const skip =
  python === undefined && '*** AUTHLIB IS NOT INSTALLED: apt-get install python3-authlib python3-requests ***'
const root = new URL('../..', import.meta.url)
const service = await sharedService()
const key = await newServiceKey(service)

const ask = async (method: string, token: string, { id, key: secret } = key) => {
  const args = ['test/client/introspect.py', method, id, secret, `${service.address}/auth/introspect`]
  const env = { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' }
  const { stdout } = await promisify(execFile)(python!, [...args, token], { cwd: root, env })
  return JSON.parse(stdout) as [place: string, status: number, answer: Introspection]
}

for (const [method, place] of Object.entries({ client_secret_basic: 'header', client_secret_post: 'form' }))
  test(`Authlib works with ${method}, unmodified`, { skip }, async () => {
    const { accessToken, refreshToken, userId } = await register(service)
    const [sentIn, status, answer] = await ask(method, accessToken)
    assert.deepEqual([sentIn, status], [place, 200])
    assert.ok(answer.active)
    assert.deepEqual([answer.sub, answer.token_type], [userId, 'Bearer'])
    assert.deepEqual(await ask(method, refreshToken), [place, 200, { active: false }])
    assert.equal((await ask(method, accessToken, { ...key, key: `${key.key}x` }))[1], 401)
  })
