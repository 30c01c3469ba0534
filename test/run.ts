import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Db } from '../src/platform/db/db.ts'
import { openEmbedded } from '../src/platform/db/embedded.ts'
import { hostsOf } from '../src/platform/db/hosts.ts'
import { lookAtServer } from '../src/platform/db/look-at-server.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openPostgres } from '../src/platform/db/postgres.ts'
import { joinServers, sealTemplate, spreadTemplate } from './support/citus.ts'
import { citusSkipped } from './support/citus-skipped.ts'
import { type Cluster, query, startCluster } from './support/cluster.ts'
import { planOf, processesOf } from './support/plan.ts'
import { databaseOn, onEach, serversOf } from './support/servers.ts'

const root = join(import.meta.dirname, '..')
const folders = ['packages/*/src', 'packages/*/model', 'src', 'cli', 'test']
const everything = folders.map((folder) => `${folder}/**/*.test.ts`)
const { FAULTS, ONLY, SKIP_POSTGRES, TEST_DATABASE_URL } = process.env
// a hundred kills take their time, as do databases of four servers
const longMs = 1_800_000
const usualMs = FAULTS === 'long' ? longMs : 300_000

// `node --test` itself calls it a success when no file matches.
const files = globSync(process.argv.length > 2 ? process.argv.slice(2) : everything).sort()
if (files.length === 0) throw new Error('There are no such tests')
if (ONLY && !['embedded', 'postgres'].includes(ONLY)) throw new Error('ONLY is either embedded or postgres')
const onPostgres = ONLY !== 'embedded' && SKIP_POSTGRES !== '1'
const { pure, onEither, onBoth } = planOf(files.map((file) => relative(root, resolve(file))))
const passes: Record<string, [files: string[], pass: (files: string[]) => Promise<boolean>]> = {
  pure: [pure, testPure],
  embedded: [ONLY === 'postgres' ? [] : onPostgres ? onBoth : [...onBoth, ...onEither], testEmbedded],
  postgres: [onPostgres ? [...onBoth, ...onEither] : [], testPostgres],
}

// Whatever is temporary, the tests' too, lies here and goes with it. PostgreSQL's own user has to pass through.
const workspace = mkdtempSync(join(tmpdir(), 'sallyport-tests-'))
chmodSync(workspace, 0o711)
process.env.TMPDIR = workspace
// Where the first test that needs a database without tables leaves it for the others.
process.env.TEST_BLANK_DIR = join(workspace, 'blank')
// What the first process made of the TypeScript serves the others.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compile')

const template = `sallyport_template_${randomBytes(6).toString('hex')}`
const interruption = new AbortController()
let cluster: Cluster | undefined
let suite: ChildProcess | undefined
process.on('exit', () => {
  signalSuite()
  cluster?.kill()
  rmSync(workspace, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)

const say = (line: string) => void process.stdout.write(`\n${line}\n`)
const complain = (error: unknown) =>
  void (interruption.signal.aborted || process.stderr.write(`\n${inspect(error)}\n`))

const outcomes: string[] = []
for (const [name, [tests, pass]] of Object.entries(passes)) {
  if (tests.length > 0) outcomes.push(await timed(name, () => pass(tests)))
}
if (SKIP_POSTGRES === '1') outcomes.push('postgres: SKIPPED, because SKIP_POSTGRES=1')
say(outcomes.join('\n'))
process.exit()

async function timed(name: string, pass: () => Promise<boolean>): Promise<string> {
  const start = performance.now()
  const passed = !interruption.signal.aborted && (await pass().catch(complain))
  if (!passed) process.exitCode ||= 1
  return `${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`
}

async function testPure(tests: string[]): Promise<boolean> {
  say('Tests without a database')
  return runFiles(tests, {})
}

async function testEmbedded(tests: string[]): Promise<boolean> {
  say('Tests on the embedded database')
  const folder = join(workspace, 'template')
  await migrated(await openEmbedded(folder))
  return runFiles(tests, { TEST_DATABASE: 'embedded', TEST_TEMPLATE_DIR: folder })
}

async function testPostgres(tests: string[]): Promise<boolean> {
  if (!TEST_DATABASE_URL) cluster = await startCluster().catch(despair)
  const url = cluster?.url ?? (await serving(`${TEST_DATABASE_URL}`).catch(despair))
  const [server] = await query(url, 'show server_version').catch(despair)
  say(`Tests on PostgreSQL ${server?.server_version}`)
  const servers = await serversOf(url)
  const isCitus = servers.length > 1
  await onEach(servers, `create database ${template}`)
  if (isCitus) await joinServers(servers, template)
  await migrated(openPostgres(databaseOn(url, template), complain))
  if (isCitus) {
    say(`It is a coordinator of Citus: every database is spread over ${servers.length - 1} workers`)
    await spreadTemplate(url, template)
    await sealTemplate(servers, template)
  }
  const env = {
    TEST_DATABASE: 'postgres',
    TEST_DATABASE_URL: url,
    TEST_SERVERS: servers.join(' '),
    TEST_TEMPLATE: template,
  }
  const passed = await runFiles(tests, env, isCitus ? longMs : usualMs).finally(
    () => cluster?.stop() ?? dropClones(servers),
  )
  if (isCitus) {
    const lines = Object.entries(citusSkipped).map(([name, reason]) => `  ${name}: ${reason}`)
    say(['Never run on Citus:', ...lines].join('\n'))
  }
  return passed
}

/** The server that takes writes, where several are named. */
async function serving(list: string): Promise<string> {
  const { urls } = hostsOf(list)
  for (const url of urls.length > 1 ? urls : []) {
    const look = await lookAtServer(url).catch(() => undefined)
    if (look && !look.isStandby && !look.isReadOnly) return url
  }
  if (urls.length > 1) throw new Error('No server of TEST_DATABASE_URL takes writes')
  return list
}

function despair(cause: unknown): never {
  const cure = 'Name a server by TEST_DATABASE_URL, or go without one by SKIP_POSTGRES=1.'
  throw new Error(`*** THERE IS NO REAL POSTGRESQL TO TEST ON ***\n${cure}`, { cause })
}

/** What the test files clone. */
async function migrated(db: Db): Promise<void> {
  await migrate(db).finally(() => db.close())
}

/** In a process group of their own, so that what the tests started and forgot ends with them. */
async function runFiles(
  tests: string[],
  more: Record<string, string>,
  timeoutMs = usualMs,
): Promise<boolean> {
  if (interruption.signal.aborted) return false
  const env = { ...process.env, ...more }
  const args = [join(root, 'test/support/run-files.ts'), `${timeoutMs}`, ...processesOf(tests, workspace)]
  suite = spawn(process.execPath, args, { stdio: 'inherit', detached: true, env })
  const [code] = await once(suite, 'exit')
  for (let tries = 0; tries < 50 && signalSuite(); tries++) await sleep(100)
  return code === 0
}

/** The template, and the test files' databases, which are named after it. */
async function dropClones(servers: readonly string[]): Promise<void> {
  for (const server of servers) {
    const clones = await query(
      server,
      `select datname from pg_database where starts_with(datname, '${template}')`,
    )
    for (const { datname } of clones) await query(server, `drop database "${datname}" with (force)`)
  }
}

function interrupt(): void {
  process.exitCode = 130
  interruption.abort()
  signalSuite()
  setTimeout(() => process.exit(), 10_000).unref()
}

function signalSuite(): boolean {
  try {
    return suite?.pid ? process.kill(-suite.pid, 'SIGINT') : false
  } catch {
    return false
  }
}
