import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { newLog } from '../../src/platform/log.ts'
import { type Service, type StartOptions, startService } from '../../src/start.ts'
import { atEnd, forProcess } from './at-end.ts'
import { databaseOn, onEach } from './servers.ts'
import { noteStatements } from './statements/ran-on-citus.ts'

export const isPostgres = process.env.TEST_DATABASE === 'postgres'

/** Whether its databases are distributed by Citus. */
export const isCitus = isPostgres && (process.env.TEST_SERVERS ?? '').includes(' ')

if (isCitus) noteStatements()

export const testSecretKey = 'a secret of the tests that nobody else may use'

/** A service of its own for a test file, on a database of its own, listening on a free port. */
export type TestService = Service & {
  /** Every logged line. */
  logs: string[]
  /** Moves the service's clock, which one-time codes use. */
  clock: { nowMs: number }
  environment: Environment
  options: StartOptions
}

// a tenth of the work; tests about hashing pass the real cost
const cheap: StartOptions = { hashCost: { memoryCost: 4_096, timeCost: 1, parallelism: 1 } }

/** Starts a service that ends with the test file. */
export const startTestService = async (
  settings: Environment = {},
  options: StartOptions = cheap,
): Promise<TestService> => {
  const environment = {
    ...(await (isPostgres ? newPostgres() : newEmbedded(hasty))),
    SECRET_KEY: testSecretKey,
    PORT: '0',
    LOG_LEVEL: 'debug',
    // most tests count rows, and mail comes and goes by itself
    EMAIL_VERIFICATION: 'off',
    ...settings,
  }
  return startOn(environment, options)
}

let shared: TestService | undefined

/** Whether other files use its database, too. */
export const isShared = ({ deps }: Pick<Service, 'deps'>): boolean => deps.db === shared?.deps.db

/**
 * A service without settings that the files of a process share: for those that leave the service's clock near the time, count no rows
 * but their own, and read no log of others. It is no shared promise: what follows the wait for one belongs, for `node:test`, to
 * the file that made it.
 */
export const sharedService = async (): Promise<TestService> => {
  shared ??= await forProcess(() => startTestService())
  // those before may have waited for their next one-time code
  shared.clock.nowMs = Date.now()
  return shared
}

/** A second process's worth of service on the same database. With the embedded database there can be only one. */
export const startSecond = async (service: TestService, settings: Environment = {}): Promise<TestService> =>
  isPostgres ? startOn({ ...service.environment, ...settings }, service.options, service.clock) : service

// processes side by side share one clock
const startOn = async (
  environment: Environment,
  options: StartOptions,
  clock = { nowMs: Date.now() },
): Promise<TestService> => {
  const logs: string[] = []
  const log = newLog(environment.LOG_LEVEL ?? 'debug', { write: (line: string) => logs.push(line) })
  const service = await startService(parseConfig(environment), log, () => clock.nowMs, options)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop()
    return stopped
  }
  atEnd(stop)
  return { ...service, stop, logs, clock, environment, options }
}

/** A migrated database for one test file. @returns the settings that lead to it */
export const newDatabase = async (): Promise<Environment> => (isPostgres ? newPostgres() : newEmbedded())

// as for the server: tests about durability call newDatabase
const hasty = '\nfsync = off\nfull_page_writes = off\n'

const newEmbedded = async (settings = '') => {
  const folder = await newFolder()
  if (process.env.TEST_TEMPLATE_DIR) await cp(process.env.TEST_TEMPLATE_DIR, folder, { recursive: true })
  await appendFile(join(folder, 'postgres', 'postgresql.conf'), settings)
  return { DATA_DIR: folder }
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 9 }))
  return folder
}

/** The same database on the coordinator and on each worker of Citus; without Citus, itself. */
export const onServers = ({ DATABASE_URL = '' }: Environment): string[] =>
  (process.env.TEST_SERVERS ?? '')
    .split(' ')
    .map((server) => databaseOn(server, new URL(DATABASE_URL).pathname.slice(1)))

/** A PostgreSQL database that is not migrated. */
export const newEmptyDatabase = (source = 'template0'): Promise<Environment> => newPostgres(source)

const newPostgres = async (source = process.env.TEST_TEMPLATE) => {
  const { TEST_DATABASE_URL: server, TEST_SERVERS, TEST_TEMPLATE: template } = process.env
  if (!server || !TEST_SERVERS || !template)
    throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL, TEST_SERVERS and TEST_TEMPLATE')
  const servers = TEST_SERVERS.split(' ')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // the template is small, and nobody syncs
  await onEach(servers, `create database ${name} template ${source} strategy file_copy`)
  // one goes with the tests' own server: dropping each costs several times what creating it does
  if (!process.env.TEST_SERVER_IS_OURS) {
    // Citus's own process may come back in the same moment
    const dropping = `drop database if exists ${name} with (force)`
    atEnd(() => onEach(servers, dropping).catch(() => onEach(servers, dropping)))
  }
  return { DATABASE_URL: databaseOn(server, name), DATA_DIR: await newFolder() }
}
