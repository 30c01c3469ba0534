import { stat } from 'node:fs/promises'
import { databaseIn, FolderInUse } from 'durable-pglite/folder'
import { type Config, type Environment, readSettings } from '../../src/config/config.ts'
import { type SettingName, settings } from '../../src/config/settings.ts'
import { providerFaults } from '../../src/credentials/identities/providers/configured.ts'
import { rights } from '../../src/modules.ts'
import { type KeyRing, keyRing } from '../../src/platform/crypto/keys.ts'
import { knownSecrets } from '../../src/platform/crypto/secrets.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { hasEmbedded } from '../../src/platform/db/embedded-folder.ts'
import { type Migration, readMigrations } from '../../src/platform/db/migration-files.ts'
import { borrowEmbedded, openDatabase } from '../../src/platform/db/open.ts'
import { pendingMigrations } from '../../src/platform/db/pending.ts'
import { aboutServer, type Server } from '../../src/platform/db/server.ts'
import { listDenied } from '../../src/web/health/queries.ts'
import { type Reached, reach } from './caller.ts'
import { LeftOut, ok, warn } from './check.ts'

/** The facts that checks use, determined once, on first use. A function throws `LeftOut` if its fact is unavailable. */
export type Facts = {
  faults: readonly string[]
  misspelt: readonly string[]
  /** Only if all of them are fine. */
  settings<Field extends keyof Config>(...fields: Field[]): Pick<Config, Field>
  keys(): Promise<KeyRing>
  /** Undefined if there is no embedded database yet. @throws why the database cannot be used */
  opened(): Promise<{ db: Db; server: Server; clockMs: number } | undefined>
  database(): Promise<Db>
  /** Tables that are missing, or that the role lacks a right on. */
  denied(): Promise<{ name: string; isThere: boolean }[]>
  /** What the schema lacks. @throws why this program cannot work with it */
  pending(): Promise<Migration[]>
  /** The database, if every statement of ours can run on it. */
  rows(): Promise<Db>
  /** The program at `PUBLIC_URL`. @throws Node's error, without an answer */
  reachedAtPublicUrl(): Promise<Reached>
  close(): Promise<void>
}

export const factsOf = (environment: Environment): Facts => {
  const { config, faults, misspelt } = readSettings(environment, providerFaults)
  const wrong = new Set(faults.map(fieldIn))
  const facts: Facts = {
    faults,
    misspelt,
    settings: (...fields) => {
      if (fields.some((field) => wrong.has(field))) throw needsSettings
      return config
    },
    keys: once(async () => {
      const secrets = await knownSecrets(facts.settings('secretKeys', 'dataDir')).catch(() => undefined)
      if (!secrets) throw (await facts.opened().catch(() => true)) ? needsKey : nothingYet
      return keyRing(secrets)
    }),
    opened: once(async () => open(facts.settings('databaseUrl', 'dataDir'))),
    database: async () => {
      const opened = await facts.opened().catch((error) => {
        throw error instanceof FolderInUse ? inUse : error instanceof LeftOut ? error : needsDatabase
      })
      if (!opened) throw nothingYet
      return opened.db
    },
    denied: once(async () => {
      const db = await facts.database()
      const opened = await facts.opened()
      if (opened?.server.schema === null) throw needsRights
      return listDenied(db, rights)
    }),
    pending: once(async () => {
      if ((await facts.denied()).some(({ isThere }) => isThere)) throw needsRights
      return pendingMigrations(await facts.database(), await readMigrations())
    }),
    rows: async () => {
      const pending = await facts.pending().catch((error) => {
        throw error instanceof LeftOut ? error : needsSchema
      })
      if (pending[0]?.version === 1) throw nothingYet
      if (pending.length > 0) throw needsSchema
      if ((await facts.denied()).length > 0) throw needsRights
      return facts.database()
    },
    reachedAtPublicUrl: once(async () =>
      reach(facts.settings('publicUrl').publicUrl ?? '', await facts.keys()),
    ),
    close: async () => {
      const opened = await facts.opened().catch(() => undefined)
      await opened?.db.close()
    },
  }
  return facts
}

const open = async (given: Pick<Config, 'databaseUrl' | 'dataDir'>) => {
  if (!given.databaseUrl && !(await hasEmbedded(given.dataDir))) return
  const lent = await borrowEmbedded(given)
  if (!given.databaseUrl && !lent) {
    // files written there by another user, above all root, would be unreadable to the service
    const { uid } = await stat(databaseIn(given.dataDir))
    if (process.getuid && process.getuid() !== uid) throw notOurs
  }
  const db = lent ?? (await openDatabase(given, () => {}))
  try {
    await aboutServer(db)
    const askedMs = Date.now()
    const server = await aboutServer(db)
    return { db, server, clockMs: (askedMs + Date.now()) / 2 }
  } catch (error) {
    await db.close()
    throw error
  }
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** The setting that a fault is about. Providers' settings belong to the list of providers. */
const fieldIn = (fault: string): string => {
  const name = fault.split(':')[0]?.replace(/_FILE$/, '') ?? ''
  return Object.hasOwn(settings, name) ? settings[name as SettingName].field : 'oauthProviders'
}

const needs = (what: string) =>
  new LeftOut(warn(`not checked without ${what}.`, 'Correct that first, then run this again.'))

const needsSettings = needs('right settings')
const needsKey = needs('a key')
const needsDatabase = needs('the database')
const needsSchema = needs("this program's schema")
const needsRights = needs('rights to every table')
const nothingYet = new LeftOut(ok('nothing to look at before the first start.'))
const notOurs = new LeftOut(
  warn(
    'not checked, because the database in DATA_DIR belongs to another user.',
    'Run this as the user who runs the service.',
  ),
)
const inUse = new LeftOut(
  ok(
    'not checked while another process has the embedded database. Stop it to have them checked, or see its /metrics.',
  ),
)
