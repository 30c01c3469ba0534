import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { configuredProviders } from './credentials/identities/providers/configured.ts'
import type { Deps } from './deps.ts'
import { newMailer } from './messages/mail/mailer.ts'
import { startOutbox } from './messages/outbox/work.ts'
import { channels, jobs, tables } from './modules.ts'
import { background } from './platform/background.ts'
import { lowerHashThreads } from './platform/crypto/hash-threads.ts'
import { type KeyRing, keyRing } from './platform/crypto/keys.ts'
import { type HashCost, passwordHasher } from './platform/crypto/password.ts'
import { keyPath, secretsOf } from './platform/crypto/secrets.ts'
import { watchClock } from './platform/db/clock.ts'
import type { Db } from './platform/db/db.ts'
import { faultOf } from './platform/db/failures.ts'
import { isInUse } from './platform/db/in-use.ts'
import { checkKeys } from './platform/db/key-check.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { placeOf } from './platform/db/place.ts'
import { whenReachable } from './platform/db/reach.ts'
import { watchDatabase } from './platform/db/watch.ts'
import { startJobs } from './platform/jobs.ts'
import { tryDatabase } from './web/health/queries.ts'

/** A service that listens. */
export type Service = { address: string; deps: Deps; stop(): Promise<void> }

/** Longer than the slowest request and what it leaves to be done, and shorter than any supervisor waits. */
const stopMs = 12_000

/** What a start needs only sometimes. */
export type StartOptions = {
  /** Aborted: a start that waits for its database waits no longer. */
  signal?: AbortSignal | undefined
  /** Called when nothing may be answered from then on. */
  giveUp?: () => void
  /** What a new hash costs, where that is not the recommended cost. */
  hashCost?: HashCost
}

/** Opens the database, brings it up to date, and listens. @throws when any of it cannot be done, with nothing left open */
export const startService = async (
  config: Config,
  log: Logger,
  now: () => number = Date.now,
  { signal, giveUp = () => {}, hashCost }: StartOptions = {},
): Promise<Service> => {
  // what is wrong with a provider's settings is said before anything is opened
  configuredProviders({ config, now })
  const noticeLoss = (error: Error) => {
    log.debug({ err: error }, 'an idle database connection was lost')
    suspect()
  }
  const opened = await openDatabase(config, noticeLoss, (error) => {
    log.fatal(error)
    giveUp()
  })
  const { db, ready, suspect } = watchDatabase(opened, (runner) => tryDatabase(runner, tables), log)
  try {
    const prepared = () => prepare(opened, config, log)
    const keys = config.databaseUrl
      ? await whenReachable(placeOf(config), log, prepared, { signal })
      : await prepared()
    await watchClock({ db, log })
    await lowerHashThreads()
    const { later, settled } = background((error) => {
      // of an outage the watch tells
      if (!faultOf(error)) log.error({ err: error }, 'work after an answer failed')
    })
    const deps: Deps = Object.freeze({
      config,
      db,
      ready,
      keys,
      passwords: passwordHasher(keys, hashCost),
      mail: newMailer(config, log),
      log,
      now,
      later,
    })
    const app = await buildApp(deps)
    const { host, port } = config
    const address = await app
      .listen({ host, port, listenTextResolver: (at) => `listening at ${at}` })
      .catch((cause) => {
        throw cannotListen(config, cause)
      })
    const stopJobs = startJobs(deps, jobs)
    const stopOutbox = startOutbox(deps, channels)
    const end = async () => {
      stopJobs()
      await Promise.all([app.close(), stopOutbox()])
      await settled()
      await db.close()
    }
    // a frozen database answers nobody, and whatever is cut off here is tried again by the next process
    const cutOff = () => log.warn('what was still under way was cut off')
    return { address, deps, stop: () => within(stopMs, end(), cutOff) }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Brings the schema up to date, and makes sure that what is stored can be read. */
const prepare = async (db: Db, config: Config, log: Logger): Promise<KeyRing> => {
  const applied = await migrate(db)
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
  const keys = keyRing(await secretsOf(config, () => isInUse(db)))
  const lost = await checkKeys(db, keys, {
    name: config.secretKeys.length > 0 ? 'SECRET_KEY' : keyPath(config.dataDir),
    acceptsLoss: config.acceptLostKeys,
  })
  if (lost)
    log.warn({ lost }, 'these cannot be read any more: SECRET_KEY lacks the key that they were made with')
  return keys
}

const cannotListen = ({ host, port }: Config, cause: NodeJS.ErrnoException): Error => {
  const words = {
    EADDRINUSE: `PORT: ${port} is in use by another program. Stop that one, or set another PORT.`,
    EACCES: `PORT: this user may not listen on ${port}. Set one above 1023.`,
    ENOTFOUND: `HOST: ${host} is not a known name. Set an address of this machine.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
  }[String(cause.code)]
  return words ? new Error(words, { cause }) : cause
}

const within = (ms: number, work: Promise<void>, cutOff: () => void): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => resolve(cutOff()), ms)
  return Promise.race([work.finally(() => clearTimeout(timer)), promise])
}
