import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../../src/config/config.ts'
import { atEnd } from '../support/at-end.ts'
import { runCli } from '../support/cli.ts'
import { newEmail, register, signIn } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { assertRefused } from '../support/refusals.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'

const settings: Environment = { SECRET_KEY: testSecretKey, ...(await newDatabase()) }
const hook = pathToFileURL(join(import.meta.dirname, '../support/without-bcrypt.ts'))
const without: Environment = { ...settings, NODE_OPTIONS: `--import=${hook.href}` }
const folder = await mkdtemp(join(tmpdir(), 'sallyport-bcrypt-'))
atEnd(() => rm(folder, { recursive: true }))

/** crypt_blowfish's own vector, of this password. */
const [password, phc] = ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW']

const fileOf = async (name: string, people: readonly object[]) => {
  const path = join(folder, name)
  await writeFile(path, people.map((person) => `${JSON.stringify(person)}\n`).join(''))
  return path
}

test('an import of bcrypt is refused before anything is written where that cannot be checked', async () => {
  const others = Array.from({ length: 600 }, () => ({ email: newEmail() }))
  const path = await fileOf('refused.jsonl', [...others, { email: newEmail(), password: { phc } }])
  for (const options of [[], ['--dry-run']]) {
    const { status, stderr } = runCli(without, 'import', path, ...options)
    assert.equal(status, 1)
    assert.match(stderr, /Line 601: .*npm install @node-rs\/bcrypt.*Nothing was written/)
  }
  assert.match(runCli(settings, 'import', path).stdout, /^601 imported, 0 skipped, 0 failed\./)
})

test('whoever has such a hash is refused as for a wrong password; the log and the doctor say why', async () => {
  const email = newEmail()
  const path = await fileOf('ada.jsonl', [{ email, emailVerified: true, password: { phc } }])
  assert.match(runCli(settings, 'import', path).stdout, /^1 imported/)
  const service = await spawnService(without)
  const { email: other } = await register(service)
  const right = await signIn(service, { email, password })
  assertRefused(right, 401, 'invalid_credentials')
  assert.equal(right.text, (await signIn(service, { email: other, password: 'wrong' })).text)
  await service.end('SIGTERM')
  const told = service.said.filter((line) => line.includes('needs a package that is not installed'))
  assert.equal(told.length, 1, service.said.join('\n'))
  assert.match(told[0]!, /"package":"@node-rs\/bcrypt"/)
  assert.ok(!service.said.some((line) => /"status":500|cannot be read/.test(line)))
  const { stdout } = runCli(without, 'doctor')
  assert.match(
    stdout,
    /people cannot sign in: their passwords are hashed by bcrypt, and @node-rs\/bcrypt is not installed/,
  )
  const whole = await spawnService(settings)
  assert.equal((await signIn(whole, { email, password })).status, 200)
  assert.doesNotMatch(runCli(settings, 'doctor').stdout, /cannot sign in/)
})
