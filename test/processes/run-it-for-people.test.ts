import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AdminUser } from '../../contract/admin.ts'
import { type KeyScope, scopes } from '../../src/credentials/service-keys/scopes.ts'
import { childEnvironment } from '../support/child.ts'
import { blocksOf, newGuideShell } from '../support/guide-shell.ts'
import { hasCurl } from '../support/has-curl.ts'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { enrol } from '../support/second-factor.ts'
import { newDatabase, startTestService, type TestService } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'

const blocks = await blocksOf('run-it-for-people', 'sh')
const isCommand = (block: string) => block.includes('npx sallyport')
const isRequest = (block: string) => /^(ADMIN=|admin )/.test(block)

const { folder, run: runInShell } = await newGuideShell()

const emails = ['ada', 'bob', 'kim', 'sam'].map((name) => `${name}@example.com`)

const meet = async (service: Pick<TestService, 'address' | 'clock'>) => {
  const [ada] = await Promise.all(emails.map((email) => register(service, { email })))
  assert.ok(ada)
  await enrol(service, ada)
}

const assertDone = ([ada, bob, kim, sam]: (AdminUser | undefined)[]) => {
  assert.deepEqual([ada?.twoFactor.enabled, ada?.disabledAt], [false, null])
  assert.deepEqual([bob?.disabledAt, bob?.deletesAt], [null, null])
  assert.equal(kim?.disabledReason, 'left the company')
  assert.ok(kim?.deletesAt)
  assert.equal(sam?.deletesAt, null)
}

test('every block of the guide is a command, a request or a setting', () => {
  const others = blocks.filter((block) => !isCommand(block) && !isRequest(block))
  assert.deepEqual(others, ['export ADMIN_LISTEN=3001\n'])
  // a helper, a person to find, people to find, events, refusals, mails, the overview, and five cases; for commands, a key
  assert.deepEqual([blocks.filter(isRequest).length, blocks.filter(isCommand).length], [12, 12])
})

test("the guide's requests do what it says", { skip: !hasCurl() && 'curl is not installed' }, async () => {
  const service = await startTestService()
  await meet(service)
  const { key } = await newServiceKey(service, { scopes: Object.keys(scopes) as KeyScope[] })
  const script = blocks.filter(isRequest).join('').replace('http://127.0.0.1:3001', service.adminAddress)
  const stdout = await runInShell(script, { SERVICE_KEY: key })
  assert.doesNotMatch(stdout, /sp_[a-z]+_/)
  const { ask } = await newOperator(service, 'users:read', 'acts:read')
  const { users } = (await ask('GET', '/users')).body
  assertDone(users)
  const { acts } = (await ask('GET', '/acts')).body
  const types = new Set(acts.map(({ type }: { type: string }) => type))
  for (const type of ['two_factor.disabled', 'user.disabled', 'user.enabled', 'user.exported'])
    assert.ok(types.has(type), type)
  assert.ok(types.has('password.reset_requested'))
  const exported = JSON.parse(await readFile(join(folder, 'sam-by-request.json'), 'utf8'))
  assert.equal(exported.email, 'sam@example.com')
})

test("the guide's commands do what it says", async () => {
  const environment = {
    SECRET_KEY: 'a secret of the tests that nobody else may use',
    ...(await newDatabase()),
  }
  const service = await spawnService(environment)
  await meet({ ...service, clock: { nowMs: Date.now() } })
  await service.end('SIGTERM')
  const script = blocks.filter(isCommand).join('')
  const stdout = await runInShell(script, childEnvironment(environment))
  assert.match(stdout, /^sp_sk_/)
  assert.match(stdout, /user\.exported/)
  assert.equal((await stat(join(folder, 'sam.json'))).mode & 0o777, 0o600)
  const found = await runInShell('npx sallyport users find --json', childEnvironment(environment))
  assertDone(JSON.parse(found).users)
})
