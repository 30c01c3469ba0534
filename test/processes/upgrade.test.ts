import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Environment } from '../../src/config/config.ts'
import { runCli } from '../support/cli.ts'
import { query } from '../support/cluster.ts'
import { post } from '../support/http.ts'
import { goesOn, type Life, live } from '../support/load.ts'
import { newEmail } from '../support/people.ts'
import { type ServiceProcess, spawnService } from '../support/process.ts'
import { checkOut, lastRelease, servingProgram } from '../support/released.ts'
import { appOf } from '../support/second-factor.ts'
import { isPostgres, newEmptyDatabase, testSecretKey } from '../support/service.ts'
import { until } from '../support/until.ts'

const release = isPostgres ? lastRelease() : undefined
const skip =
  !release && (isPostgres ? 'the history lacks the last release' : 'this is about several processes')
const password = 'correct horse battery'

type Asked = { token?: string | undefined; body?: unknown; status?: number }

/** Of the last release, whose answers may lack what the interface has by now. @returns the body */
const ask = async (
  { address }: ServiceProcess,
  operation: string,
  { token, body, status = 200 }: Asked = {},
) => {
  const [method = '', path = ''] = operation.split(' ')
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(address + path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  assert.equal(answer.status, status, `${operation}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

const grant = (service: ServiceProcess, grant_type: string, more: object, status = 200) =>
  ask(service, 'POST /auth/token', { body: { grant_type, ...more }, status })

/** What begins at one of them goes on at the other. */
const liveOnBoth = async (here: ServiceProcess, there: ServiceProcess): Promise<string> => {
  const email = newEmail()
  await ask(here, 'POST /auth/register', {
    body: { email, password, passwordConfirmation: password },
    status: 201,
  })
  const first = await grant(there, 'password', { email, password })
  const second = await grant(here, 'refresh_token', { token: first.refreshToken.token })
  const third = await grant(there, 'refresh_token', { token: second.refreshToken.token })
  const token = third.accessToken.token
  const { id } = await ask(here, 'GET /users/me', { token })
  const { secret } = await ask(here, `POST /users/${id}/settings/2fa`, { token, status: 201 })
  const code = () => appOf({ clock: { nowMs: Date.now() } }, secret).code()
  const { backup } = await ask(there, `PATCH /users/${id}/settings/2fa`, { token, body: { code: code() } })
  for (const [one, other, spent] of [
    [here, there, backup[0]],
    [there, here, backup[1]],
  ]) {
    const { challenge } = await grant(one, 'password', { email, password }, 403)
    await grant(other, 'two_factor', { challenge, method: 'backup_code', code: '0000-0000-0000-0000' }, 401)
    await grant(other, 'two_factor', { challenge, method: 'backup_code', code: spent })
    await grant(one, 'two_factor', { challenge, method: 'backup_code', code: spent }, 401)
  }
  for (const service of [here, there])
    for (const part of ['', '/export', '/events', '/mails', '/sessions', '/authenticators', '/identities'])
      await ask(service, `GET /users/${id}${part}`, { token })
  await ask(there, 'POST /auth/proof', {
    token,
    body: { method: 'backup_code', code: backup[2] },
    status: 204,
  })
  await ask(here, `DELETE /users/${id}`, { token, status: 202 })
  await ask(there, 'GET /users/me', { token, status: 401 })
  return id
}

const errorsOf = ({ said }: ServiceProcess) =>
  said
    .map((line) => (line.startsWith('{') ? JSON.parse(line) : { level: 'error', msg: line }))
    .filter(({ level }) => ['error', 'fatal'].includes(level))
    .map(({ msg, err, why }) => `${msg}: ${err?.message ?? why}`)

test('the last release and this program share a database', {
  skip,
  timeout: 300_000,
}, async () => {
  const { DATABASE_URL = '', DATA_DIR = '' } = await newEmptyDatabase()
  const settings = (name: string): Environment => ({
    DATABASE_URL,
    DATA_DIR: join(DATA_DIR, name),
    SECRET_KEY: testSecretKey,
  })
  const folder = await checkOut(release?.commit ?? '')
  const old = await spawnService(settings('old'), { program: await servingProgram(folder) })
  const lives: Life[] = []
  const alive = { yes: true }
  let isMigrating = false
  // who waits for a migration for more than two seconds is refused (docs/guides/upgrade.md), and comes back
  const comingBack: typeof post = async (...request) => {
    for (;;) {
      const mayWait = isMigrating
      const answer = await post(...request)
      if (answer.status !== 503 || !mayWait) return answer
      await sleep(100)
    }
  }
  const busy = ['ada', 'bob', 'kim'].map((name) => live(old, alive, lives, name, comingBack))
  await until(() => lives.length > 3, 'the last release serves')
  // whatever is asked of the last release succeeds, while this migrates and afterwards
  isMigrating = true
  const current = await spawnService(settings('current'))
  isMigrating = false
  const before = lives.length
  await until(() => lives.length > before + 3, 'the last release serves on')
  alive.yes = false
  await Promise.all(busy)

  for (const life of lives) await goesOn(current, life)
  const [one = '', other = ''] = [await liveOnBoth(old, current), await liveOnBoth(current, old)]
  // programs of applications are as old as the service until it is replaced
  for (const { address } of [old, current])
    for (const file of ['sign-in.ts', 'two-factor.ts'])
      await promisify(execFile)(process.execPath, [`examples/${file}`, address], { cwd: folder })

  // what only this program can do, the last release has to remove
  for (const id of [one, other])
    runCli(settings('current'), 'users', 'disable', id, '--reason', 'a reason to forget')
  await query(DATABASE_URL, "update account_deletions set due_at = now() - interval '1 second'")
  old.child.kill('SIGUSR2')
  await until(() => old.said.some((line) => line.includes('jobs done')), 'the last release did its jobs')
  const told = `select from events where user_id in ('${one}', '${other}') and (reason is not null or address is not null)`
  await until(async () => (await query(DATABASE_URL, told)).length === 0, 'their events forget')
  assert.deepEqual(await query(DATABASE_URL, `select from users where id in ('${one}', '${other}')`), [])

  const waiting = 'select from unfed union all select from outbox where ended_at is null'
  await until(async () => (await query(DATABASE_URL, waiting)).length === 0, 'every email is sent')
  const failed = await query(
    DATABASE_URL,
    `select message, outbox.outcome, attempts, answer from outbox left join outbox_attempts using (queue, id)
      where outbox.outcome <> 'delivered' or attempts > 1`,
  )
  assert.deepEqual(failed, [])
  for (const name of ['old', 'current']) assert.ok((await readdir(join(DATA_DIR, name, 'mail'))).length > 0)
  assert.deepEqual([...errorsOf(old), ...errorsOf(current)], [])

  // the way back, as long as processes of the last release are there
  const [{ email } = { email: '' }] = lives
  const { refreshToken } = await grant(current, 'password', { email, password })
  await current.end('SIGTERM')
  const { accessToken } = await grant(old, 'refresh_token', { token: refreshToken.token })
  assert.equal((await ask(old, 'GET /users/me', { token: accessToken.token })).email, email)
  await grant(old, 'password', { email, password })
  assert.deepEqual(errorsOf(old), [])
  await old.end('SIGTERM')
})
