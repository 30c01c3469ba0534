import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { jobs, sealings } from '../../src/modules.ts'
import { runJobs } from '../../src/platform/jobs.ts'
import { newLog } from '../../src/platform/log.ts'
import { type Service, startService } from '../../src/start.ts'
import { atEnd } from '../support/at-end.ts'
import { get } from '../support/http.ts'
import { publicUrl } from '../support/mailing.ts'
import { addPasskey, askFor, sendAssertion } from '../support/passkeys.ts'
import { register } from '../support/people.ts'
import { newDatabase } from '../support/service.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'

// fixed: two that are drawn have the same id once in 65,536 times
const oldKey = 'a secret that is older than the MACs of rows'
const key = 'sp_key_of-a-service-that-always-used-MACs'
const otherKey = 'sp_key_of-another-service-that-is-as-new'
const dayMs = 24 * 60 * 60 * 1_000

/** The service on a database of its own, started again and again. */
const newLives = async () => {
  const database = await newDatabase()
  const logs: string[] = []
  let running: Service | undefined
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  atEnd(stop)
  const start = async (
    SECRET_KEY: string,
    { afterMs = 0, settings = {} }: { afterMs?: number; settings?: Environment } = {},
  ) => {
    await stop()
    logs.length = 0
    const log = newLog('debug', { write: (line: string) => logs.push(line) })
    const mail = {
      PUBLIC_URL: publicUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'a@example.com',
      EMAIL_VERIFICATION: 'off',
    }
    const environment = { ...database, ...mail, PORT: '0', LOG_LEVEL: 'debug', SECRET_KEY, ...settings }
    running = await startService(parseConfig(environment), log, () => Date.now() + afterMs)
    return running
  }
  return { start, logs }
}

const unsealed = async ({ deps: { db } }: Service) => {
  let rows = 0
  for (const { countUnsealed } of sealings) rows += await countUnsealed(db)
  return rows
}

const sealedTables = [
  'emails',
  'former_emails',
  'mail_links',
  'identities',
  'identity_links',
  'oauth_codes',
  'oauth_transactions',
  'challenges',
  'passkeys',
  'service_keys',
]

/** As an earlier version leaves it. */
const forgetMacs = async ({ deps: { db } }: Service) => {
  for (const table of sealedTables) await db.script(`update ${table} set mac = null`)
  await db.script('update passkeys set sign_in_mac = null, factor_mac = null; delete from row_keys')
}

/** What else needs a key that is let go. */
const forgetOthers = ({ deps: { db } }: Service) => db.script('delete from passwords; delete from outbox')

const newPerson = async (service: Service) => {
  const person = await register(service)
  const { passkey } = await addPasskey(service, person)
  return { ...person, passkey }
}

const signsIn = async (service: Service, { passkey }: Awaited<ReturnType<typeof newPerson>>) =>
  (await sendAssertion(service, passkey.get(await askFor(service)))).status === 200

test('rows of an earlier version keep working and are sealed within a day; later ones without the key are refused', async () => {
  const { start, logs } = await newLives()
  let service = await start(oldKey)
  const person = await newPerson(service)
  const idle = await newPerson(service)
  const { key } = await newServiceKey(service, { scopes: ['acts:read'] })
  await forgetMacs(service)

  service = await start(oldKey)
  assert.ok(
    logs.some((line) => line.includes('are accepted and sealed')),
    'that is told',
  )
  assert.ok(await signsIn(service, person))
  assert.equal((await get(service, '/admin/acts', key)).status, 200)
  assert.ok((await unsealed(service)) > 0)
  await runJobs(service.deps, jobs)
  assert.equal(await unsealed(service), 0)
  const late = await newPerson(service)

  service = await start(oldKey, { afterMs: dayMs + 60_000 })
  assert.ok(!logs.some((line) => line.includes('are accepted and sealed')), 'once only')
  for (const each of [person, idle, late]) assert.ok(await signsIn(service, each))
  assert.equal((await get(service, '/admin/acts', key)).status, 200)
  await service.deps.db.run(sql`
    update passkeys set mac = null, sign_in_mac = null where user_id = ${person.userId}`)
  assert.equal(await signsIn(service, person), false)
  await runJobs(service.deps, jobs)
  assert.equal(await unsealed(service), 1, 'nothing is sealed any more')
  assert.equal(await signsIn(service, person), false)
})

test('changes by a program without MACs are sealed during that day, too', async () => {
  const { start } = await newLives()
  let service = await start(oldKey)
  const person = await newPerson(service)
  await forgetMacs(service)
  service = await start(oldKey)
  await runJobs(service.deps, jobs)
  // as it does: without a word of the MAC
  const { db } = service.deps
  if (!db.isSpread?.())
    await db.run(sql`
      update emails
      set canonical = 'changed@example.com', typed = 'changed@example.com'
      where user_id = ${person.userId}`)
  await runJobs(service.deps, jobs)
  assert.equal(await unsealed(service), 0)
  service = await start(oldKey, { afterMs: dayMs + 60_000 })
  const link = await many<{ mac: Uint8Array }>(
    service.deps.db,
    sql`select mac from emails where user_id = ${person.userId}`,
  )
  assert.equal(link[0]?.mac.length, 32)
})

test('a key that was always used with MACs gets no such day, whatever is removed', async () => {
  const { start } = await newLives()
  let service = await start(key)
  const person = await newPerson(service)
  await forgetMacs(service)
  await assert.rejects(start(key), /The key in row_keys is missing.*ACCEPT_LOST_KEYS=on/)
  await assert.rejects(start(`${otherKey},${key}`), /The key in row_keys is missing/)
  // an operator who knows what happened
  service = await start(key, { settings: { ACCEPT_LOST_KEYS: 'on' } })
  assert.ok(await signsIn(service, person))
  await runJobs(service.deps, jobs)
  assert.equal(await unsealed(service), 0)
})

test('a rotation reseals no row, and the former key can go at once', async () => {
  const { start } = await newLives()
  let service = await start(oldKey)
  const person = await newPerson(service)
  service = await start(`${key},${oldKey}`)
  assert.ok(await signsIn(service, person))
  await forgetOthers(service)
  service = await start(key)
  assert.ok(await signsIn(service, person))
})

test('without the rows’ key nothing starts, unless its loss is accepted: then all are resealed', async () => {
  const { start } = await newLives()
  let service = await start(oldKey)
  const person = await newPerson(service)
  await assert.rejects(start(otherKey), /is not the key that this database was used with.*key of the rows: 1/)
  service = await start(otherKey, { settings: { ACCEPT_LOST_KEYS: 'on' } })
  assert.ok((await unsealed(service)) > 0)
  await runJobs(service.deps, jobs)
  assert.equal(await unsealed(service), 0)
  await forgetOthers(service)
  service = await start(otherKey, { afterMs: dayMs + 60_000 })
  assert.ok(await signsIn(service, person))
})
