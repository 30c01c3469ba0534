import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { sweepAccounts } from '../../src/flows/account/closing/erase.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { askForChange, verify } from '../support/address-change.ts'
import { atEnd } from '../support/at-end.ts'
import { type CitusNode, citusPrograms } from '../support/citus-cluster.ts'
import { query } from '../support/cluster.ts'
import { appUrl, browserOf, startUrl } from '../support/federation.ts'
import { freePort } from '../support/free-port.ts'
import { type Answer, get, send } from '../support/http.ts'
import { startMailServer } from '../support/mail-server.ts'
import { tokenIn } from '../support/mailing.ts'
import { assertOwners } from '../support/owners.ts'
import {
  type Credentials,
  exchange,
  newEmail,
  refresh,
  register,
  signIn,
  tokensOf,
  tryToRegister,
} from '../support/people.ts'
import { type ServiceProcess, spawnService } from '../support/process.ts'
import { startProvider } from '../support/provider.ts'
import { assertRefused } from '../support/refusals.ts'
import { isPostgres, testSecretKey } from '../support/service.ts'
import { startSpreadServers } from '../support/spread-servers.ts'

const skip = isPostgres && citusPrograms ? false : 'CITUS_BIN names no PostgreSQL that has Citus'
const rounds = process.env.FAULTS === 'long' ? 100 : 5
const ofEach = 4
const password = 'a password of the tests'

const start = async () => {
  const servers = await startSpreadServers()
  const [port, mailServer] = [await freePort(), await startMailServer()]
  const publicUrl = `http://127.0.0.1:${port}`
  const clientSecret = 'the secret of acme'
  const acme = await startProvider({ redirectUris: [`${publicUrl}/auth/oauth/acme/callback`], clientSecret })
  const environment = {
    DATABASE_URL: servers.coordinator.url,
    SECRET_KEY: testSecretKey,
    PORT: `${port}`,
    PUBLIC_URL: publicUrl,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'no-reply@acme.example',
    EMAIL_VERIFICATION: 'optional',
    ACCOUNT_DELETION_DAYS: '0',
    REGISTRATIONS_PER_HOUR: '0',
    OAUTH_PROVIDERS: 'acme',
    OAUTH_REDIRECT_URIS: appUrl,
    OAUTH_ACME_ISSUER: acme.issuer,
    OAUTH_ACME_CLIENT_ID: 'sallyport',
    OAUTH_ACME_CLIENT_SECRET: clientSecret,
  }
  const db = openPostgres(servers.coordinator.url, () => {})
  atEnd(() => db.close())
  return { servers, mailServer, acme, environment, db, service: await spawnService(environment) }
}
const at = skip ? ({} as Awaited<ReturnType<typeof start>>) : await start()

/** Something that touches two servers, asked for once: `true` if it was said to be done. */
type Change = {
  /** Asks for it. @returns undefined where the service was gone */
  ask(service: ServiceProcess): Promise<boolean>
  /** Holds what there is against what was said. @param isDone whether it was said to be done */
  check(service: ServiceProcess, isDone: boolean): Promise<void>
}

/** The answer, if there is one: success or 503. A service that is gone gives none. */
const isDone = async (done: number, asking: Promise<Answer>): Promise<boolean> => {
  const answer = await asking.catch(goneOnly)
  if (!answer || answer.status === 503) return false
  assert.equal(answer.status, done, answer.text)
  return true
}

// fetch fails with a TypeError when the other side is gone
const goneOnly = (error: unknown): undefined => {
  if (!(error instanceof TypeError)) throw error
}

const statusOf = async (asking: Promise<Answer>) => (await asking).status

const newRegistration = async (): Promise<Change> => {
  const someone = { email: newEmail(), password }
  return {
    ask: (service) => isDone(201, tryToRegister(service, someone)),
    check: async (service, isMade) => {
      if (!isMade && (await statusOf(tryToRegister(service, someone))) === 201) return
      tokensOf(await signIn(service, someone))
    },
  }
}

const newChange = async (service: ServiceProcess): Promise<Change> => {
  const person = await register(service)
  const next: Credentials = { email: newEmail(), password }
  assert.equal((await askForChange(service, person, next)).status, 202)
  const token = await mailedTo(next.email)
  return {
    ask: (service) => isDone(204, verify(service, token)),
    check: async (service, isChanged) => {
      const [byNew, byOld] = [await statusOf(signIn(service, next)), await statusOf(signIn(service, person))]
      if (isChanged) assert.equal(byNew, 200)
      assert.deepEqual([byNew, byOld].sort(), [200, 401])
    },
  }
}

const newDeletion = async (service: ServiceProcess): Promise<Change> => {
  const person = await register(service)
  const close = (at: ServiceProcess) =>
    send(at, 'DELETE', `/users/${person.userId}`, { token: person.accessToken, body: { password } })
  return {
    ask: (service) => isDone(204, close(service)),
    check: async (service, isGone) => {
      if (!isGone && (await statusOf(signIn(service, person))) === 200) return
      tokensOf(await tryToRegister(service, person), 201)
    },
  }
}

const newLink = async (service: ServiceProcess): Promise<Change> => {
  const [person, subject] = [await register(service), randomUUID()]
  at.acme.people.set(subject, { email: person.email, email_verified: true })
  const comeBy = async (service: ServiceProcess) => {
    const { url } = await browserOf(subject, at.acme).open(startUrl(service, 'acme'), appUrl)
    return url.searchParams.get('code') ?? undefined
  }
  return {
    ask: async (service) => (await comeBy(service).catch(() => undefined)) !== undefined,
    check: async (service) => {
      const { accessToken } = tokensOf(await exchange(service, `${await comeBy(service)}`))
      assert.equal((await get(service, '/users/me', accessToken)).body.id, person.userId)
    },
  }
}

const mailedTo = async (email: string): Promise<string> => {
  const endMs = performance.now() + 30_000
  for (; ; await sleep(25)) {
    const mail = at.mailServer.received.find(({ to }) => to[0] === email)
    if (mail) return tokenIn(mail)
    assert.ok(performance.now() < endMs, `no mail to ${email}`)
  }
}

/** On every server: of transactions that were prepared, and neither committed nor rolled back. */
const countPrepared = async (): Promise<number> => {
  const text = "select from pg_prepared_xacts where gid like 'citus%'"
  const each = await Promise.all(at.servers.workers.map(({ url }) => query(url, text)))
  return each.flat().length
}

const victims: [name: string, of: () => CitusNode | undefined][] = [
  ['the service', () => undefined],
  ['the coordinator', () => at.servers.coordinator],
  ...[0, 1, 2].map((nth): [string, () => CitusNode | undefined] => [
    `worker ${nth + 1}`,
    () => at.servers.workers[nth],
  ]),
]

test('each address keeps its owner and each owner an address, whatever is killed during a change on two servers', {
  skip,
  timeout: 1_700_000,
}, async (t) => {
  let { service } = at
  const told = { done: 0, open: 0, inDoubt: 0, rounds: 0, longestMs: 0 }
  for (let round = 0; round < rounds; round++) {
    const [name, victimOf] = victims[round % victims.length]!
    const victim = victimOf()
    const kinds = [newRegistration, newChange, newDeletion, newLink]
    const changes = await Promise.all(
      Array.from({ length: ofEach }, () => kinds.map((kind) => kind(service))).flat(),
    )
    const asking = changes.map(async (change) => {
      await sleep(randomInt(300))
      return change.ask(service)
    })
    await sleep(randomInt(500))
    if (victim) await victim.kill()
    else await service.end('SIGKILL')
    const said = await Promise.all(asking)

    await victim?.start()
    const backMs = performance.now()
    if (!victim) service = await spawnService(at.environment)
    const inDoubt = await countPrepared()
    while ((await countPrepared()) > 0) {
      assert.ok(performance.now() - backMs < 15_000, 'they are not recovered')
      await sleep(20)
    }
    if (inDoubt > 0) {
      told.rounds++
      told.inDoubt += inDoubt
      told.longestMs = Math.max(told.longestMs, performance.now() - backMs)
    }
    while ((await get(service, '/health/ready')).status !== 200) await sleep(20)
    // those whose second half was cut off, as the job does
    await sweepAccounts(at.db, 100, { log: pino({ enabled: false }) })
    await assertOwners({ deps: { db: at.db } })
    for (const [nth, change] of changes.entries()) {
      told[said[nth] ? 'done' : 'open']++
      await change.check(service, said[nth] === true).catch((error) => {
        throw new Error(`${name}, ${kinds[nth % kinds.length]?.name}, ${said[nth]}: ${error.message}`, {
          cause: error,
        })
      })
    }
    await assertOwners({ deps: { db: at.db } })
  }
  assert.ok(told.done > 0 && told.open > 0)
  t.diagnostic(JSON.stringify(told))
})

test('while a change is in doubt, reads continue, and work on its rows is refused until recovery', {
  skip,
  timeout: 60_000,
}, async (t) => {
  const { servers, environment } = at
  const service = await spawnService({ ...environment, PORT: '0' })
  const person = await register(service)
  const every = async (interval: string) => {
    await query(servers.coordinator.url, `alter system set citus.recover_2pc_interval = ${interval}`)
    await query(servers.coordinator.url, 'select pg_reload_conf()')
  }
  await every('-1')
  await sleep(2_000)
  // as a coordinator leaves it that was killed after a worker had prepared
  const [row] = await query(
    servers.coordinator.url,
    `select get_shard_id_for_distribution_column('users', '${person.userId}') as shard`,
  )
  const worker = await servers.workerOf('users', person.userId)
  await query(
    worker.url,
    `begin;
     select from users_${row?.shard} where id = '${person.userId}' for update;
     prepare transaction 'citus_0_1_${Number.MAX_SAFE_INTEGER}_0'`,
  )
  assert.equal(await countPrepared(), 1)

  const beganMs = performance.now()
  assert.equal(await statusOf(get(service, '/users/me', person.accessToken)), 200)
  const refreshed = tokensOf(await refresh(service, person.refreshToken))
  assert.equal(await statusOf(get(service, '/users/me', refreshed.accessToken)), 200)
  const readMs = performance.now() - beganMs
  assertRefused(await signIn(service, person), 503, 'unavailable')
  const refusedMs = performance.now() - beganMs - readMs
  assert.ok(refusedMs < 4_500, `${refusedMs} ms`)
  await every("'1s'")
  const beforeMs = performance.now()
  while ((await statusOf(signIn(service, person))) !== 200)
    assert.ok(performance.now() - beforeMs < 10_000, 'it is not recovered')
  assert.equal(await countPrepared(), 0)
  t.diagnostic(`read in ${Math.round(readMs)} ms, refused in ${Math.round(refusedMs)} ms`)
  await service.end('SIGTERM')
})
