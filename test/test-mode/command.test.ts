import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { testClient } from '../../src/test-mode/client.ts'
import { childEnvironment, nodeFlags } from '../support/child.ts'
import { imageCache } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

const program = join(import.meta.dirname, '../../cli/sallyport.js')

const folder = await mkdtemp(join(tmpdir(), 'sallyport-test-mode-'))
after(() => rm(folder, { recursive: true }))

/** @param starter what starts it, in place of this process */
const start = (settings: NodeJS.ProcessEnv, args: string[] = [], starter: string[] = []) => {
  const env = childEnvironment({ XDG_CACHE_HOME: dirname(imageCache), ...settings })
  const words = [...starter, process.execPath, ...nodeFlags, program, 'test', ...args]
  const child = spawn(words[0] as string, words.slice(1), {
    env,
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  after(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  return { child, saying: () => said }
}

const firstLine = async ({ stdout }: ReturnType<typeof start>['child']): Promise<string> => {
  for await (const line of createInterface(stdout)) return line
  throw new Error('it ended before it was ready')
}

const isUp = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

const exitOf = async (child: ChildProcess) =>
  child.exitCode === null ? (await once(child, 'exit'))[0] : child.exitCode

test('it says in one line where it is, works, and leaves nothing behind', async () => {
  const { child, saying } = start({})
  const { url } = JSON.parse(await firstLine(child))
  const client = testClient(url)
  const { id, email } = await client.person({ twoFactor: 'totp' })
  assert.match(await client.code(id), /^\d{6}$/)
  assert.ok((await client.advance('P30D')) > new Date().toISOString())
  assert.deepEqual(await client.mails({ to: email, kind: 'verify-email', wait: 0 }), [])
  child.kill('SIGTERM')
  assert.equal(await exitOf(child), 0)
  // a slow machine is warned of slow statements
  const lines = saying()
    .split('\n')
    .filter((line) => !line.includes('"msg":"a statement was slow"'))
  assert.equal(lines.join('\n'), '')
  assert.deepEqual(readdirSync(folder), [])
})

test('an empty setting is an unset one', async () => {
  const { child, saying } = start({
    LOG_LEVEL: '',
    OAUTH_REDIRECT_URIS: ' ',
    XDG_CACHE_HOME: '',
    HOME: join(dirname(imageCache), '..'),
  })
  const { url } = JSON.parse(await firstLine(child))
  const redirectUri = new URLSearchParams({ redirect_uri: 'http://localhost:5555/callback' })
  const answer = await fetch(`${url}/auth/oauth/test?${redirectUri}`, { redirect: 'manual' })
  assert.equal(answer.status, 302)
  child.kill('SIGTERM')
  assert.equal(await exitOf(child), 0)
  assert.doesNotMatch(saying(), /"level":"info"/)
  assert.deepEqual(readdirSync(folder), [])
})

test('a wrong setting is refused by its name, as by the service', async () => {
  const { child, saying } = start({ LOG_LEVEL: 'loud' })
  assert.equal(await exitOf(child), 1)
  assert.match(saying(), /^ *LOG_LEVEL: .*trace, debug/m)
})

test('it listens on the loopback address alone, where it was told to', async () => {
  const other = start({})
  const { url: taken } = JSON.parse(await firstLine(other.child))
  const { port } = new URL(taken)
  const second = start({}, ['--port', port])
  assert.equal(await exitOf(second.child), 1)
  assert.match(second.saying(), new RegExp(`${port}`))
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')
  if (outside) assert.equal(await isUp(`http://${outside.address}:${port}`), false)
  other.child.kill('SIGINT')
  assert.equal(await exitOf(other.child), 0)
  const third = start({}, ['--port', port])
  assert.equal(JSON.parse(await firstLine(third.child)).url, taken)
  third.child.kill('SIGTERM')
  await exitOf(third.child)
})

test('it ends with whoever started it', { skip: !existsSync('/bin/sh') && 'there is no shell' }, async () => {
  const { child } = start({}, [], ['/bin/sh', '-c', '"$@" & wait', 'sh'])
  const { url } = JSON.parse(await firstLine(child))
  assert.ok(await isUp(url))
  child.kill('SIGKILL')
  await until(async () => !(await isUp(url)))
})

test('a setting that leads elsewhere is refused by its name', async () => {
  const refused: NodeJS.ProcessEnv = {
    DATABASE_URL: 'postgres://localhost/accounts',
    DATABASE_TLS: 'off',
    DATA_DIR: folder,
    SECRET_KEY: 'x'.repeat(40),
    ACCEPT_LOST_KEYS: 'on',
    SMTP_URL: 'smtp://localhost',
    MAIL_TO_LOG: 'on',
    HOST: '0.0.0.0',
    ADMIN_LISTEN: '4000',
    OAUTH_PROVIDERS: 'google',
    PUBLIC_URL: 'https://accounts.example.com',
  }
  const { child, saying } = start(refused)
  assert.equal(await exitOf(child), 1)
  const lines = saying().trim().split('\n')
  assert.deepEqual(
    lines.map((line) => /\b[A-Z][A-Z_]+(?=: is refused in test mode)/.exec(line)?.[0]),
    Object.keys(refused),
  )
  const file = start({ DATABASE_URL_FILE: '/run/secrets/database' })
  assert.equal(await exitOf(file.child), 1)
  assert.match(file.saying(), /DATABASE_URL: is refused/)
})
