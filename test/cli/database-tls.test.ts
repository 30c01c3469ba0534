import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { newLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start.ts'
import { newCertificate } from '../support/certificate.ts'
import { runCli } from '../support/cli.ts'
import { query, startCluster } from '../support/cluster.ts'
import { assertFound, examine } from '../support/examine.ts'
import { register } from '../support/people.ts'
import { isPostgres, testSecretKey } from '../support/service.ts'

const onServer = { skip: !isPostgres }

/** An address of this machine that does not look like one. */
const elsewhere = '0.0.0.0'

const start = async () => {
  const cluster = await startCluster()
  after(() => cluster.stop())
  const certificate = newCertificate(elsewhere)
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-tls-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const authority = join(folder, 'ca.pem')
  await writeFile(authority, certificate.cert)
  return { cluster, certificate, authority, far: cluster.url.replace('127.0.0.1', elsewhere) }
}

const settingsFor = (DATABASE_URL: string, more: Environment = {}): Environment => ({
  DATABASE_URL,
  SECRET_KEY: testSecretKey,
  PORT: '0',
  EMAIL_VERIFICATION: 'off',
  ...more,
})

/** Starts it, lets somebody register, and stops it. @returns the warnings of its log */
const warningsOf = async (settings: Environment): Promise<string[]> => {
  const lines: string[] = []
  const log = newLog('warn', { write: (line: string) => lines.push(line) })
  const service = await startService(parseConfig(settings), log)
  try {
    await register(service)
  } finally {
    await service.stop()
  }
  return lines.map((line) => JSON.parse(line).msg)
}

const refusal = /DATABASE_URL: lacks TLS for 0\.0\.0\.0:\d+, which DATABASE_TLS=required asks for/

test(
  'a remote database without TLS is named at the start and by the doctor, and refused where TLS is required',
  onServer,
  async () => {
    const { cluster, far } = await start()
    const [warning, ...others] = await warningsOf(settingsFor(far))
    assert.match(warning ?? '', /^the connection to the database at 0\.0\.0\.0:\d+ lacks TLS\. Add sslmode/)
    assert.deepEqual(others, [])
    const findings = await examine(settingsFor(far))
    assertFound(findings, 'database-tls', 'fail', /0\.0\.0\.0:\d+ lacks TLS/, /sslmode=verify-full/)

    const required = settingsFor(far, { DATABASE_TLS: 'required' })
    assert.throws(() => parseConfig(required), refusal)
    assertFound(await examine(required), 'settings', 'fail', refusal, /./)
    const migrated = await runCli(required, 'migrate')
    assert.deepEqual([migrated.status, refusal.test(migrated.stderr)], [1, true], migrated.stderr)

    const accepted = settingsFor(far, { DATABASE_TLS: 'off' })
    assert.deepEqual(await warningsOf(accepted), [])
    const { status, message = '' } = (await examine(accepted)).find(named) ?? {}
    assert.deepEqual([status, /lacks TLS, and DATABASE_TLS=off accepts that/.test(message)], ['ok', true])

    const near = settingsFor(cluster.url, { DATABASE_TLS: 'required' })
    assert.deepEqual(await warningsOf(near), [])
    assert.equal((await examine(near)).find(named)?.status, 'ok')
  },
)

test('a database reached over TLS is fine if its certificate is checked', onServer, async () => {
  const { cluster, certificate, authority, far } = await start()
  await cluster.encrypt(certificate)
  const checked = `${far}?sslmode=verify-full&sslrootcert=${authority}`
  const required = settingsFor(checked, { DATABASE_TLS: 'required' })
  assert.deepEqual(await warningsOf(required), [])
  assert.equal((await examine(required)).find(named)?.status, 'ok')
  assert.deepEqual(await query(checked, 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'), [
    { ssl: true },
  ])

  const unchecked = settingsFor(`${far}?sslmode=no-verify`)
  assert.match((await warningsOf(unchecked)).join(), /lacks a check of its certificate\. Add sslmode/)
  const findings = await examine(unchecked)
  assertFound(findings, 'database-tls', 'warn', /lacks a check of its certificate/, /sslmode=verify-full/)
  assert.throws(
    () => parseConfig({ ...unchecked, DATABASE_TLS: 'required' }),
    /DATABASE_URL: lacks a check of its certificate/,
  )

  const untrusted = await runCli(settingsFor(`${far}?sslmode=verify-full`), 'migrate')
  assert.equal(untrusted.status, 1)
  const remedy =
    /cannot be used: .*certificate.*name an authority of your own as sslrootcert \(docs\/settings\.md\)$/m
  assert.match(untrusted.stderr, remedy)
})

const named = ({ name }: { name: string }) => name === 'database-tls'
