import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { configuredProviders } from './credentials/identities/providers/configured.ts'
import { factorMethods } from './credentials/index.ts'
import { tellDependent } from './credentials/mailed-code/tell-dependent.ts'
import { tellConsoleOrigin } from './credentials/passkeys/console-origins.ts'
import { tellWithoutPasskeys } from './credentials/passkeys/relying-party.ts'
import { imitateForeign } from './credentials/password/imitate-foreign.ts'
import type { Deps } from './deps.ts'
import { startWebhooks } from './flows/webhooks/deliver/work.ts'
import { startListening } from './listeners.ts'
import { newMailer } from './messages/mail/mailer.ts'
import { startOutbox } from './messages/outbox/work.ts'
import { channels, jobs, type Module, rights } from './modules.ts'
import { background } from './platform/background.ts'
import { lowerHashThreads } from './platform/crypto/hash-threads.ts'
import { type HashCost, passwordHasher } from './platform/crypto/password.ts'
import { watchClock } from './platform/db/clock.ts'
import type { Db } from './platform/db/db.ts'
import { faultOf } from './platform/db/failures.ts'
import { openDatabase } from './platform/db/open.ts'
import { placeOf } from './platform/db/place.ts'
import { whenReachable } from './platform/db/reach.ts'
import { withSeals } from './platform/db/sealing.ts'
import { tellSlow } from './platform/db/slow.ts'
import { tellUnprotected } from './platform/db/tell-unprotected.ts'
import { watchDatabase } from './platform/db/watch.ts'
import { startJobs } from './platform/jobs.ts'
import { type Metrics, newMetrics } from './platform/metrics/metrics.ts'
import { startTracing } from './platform/tracing/tracing.ts'
import { prepare } from './prepare.ts'
import { tellLifetimes } from './sessions/tell-lifetimes.ts'
import { tryDatabase } from './web/health/queries.ts'

export type Service = {
  address: string
  /** Of what is for operators. */
  adminAddress: string
  deps: Deps
  stop(): Promise<void>
}

/** Longer than the slowest request with its background work, shorter than any supervisor's patience. */
const stopMs = 12_000

/** What a start needs only sometimes. */
export type StartOptions = {
  signal?: AbortSignal | undefined
  giveUp?: () => void
  /** What a new hash costs, where that is not the recommended cost. */
  hashCost?: HashCost
  /** What opens the database, if not what the settings say. */
  open?: typeof openDatabase
  /** Takes other parts in place of those that the settings ask for. */
  adapt?: (deps: Deps) => Deps
  /** What is served, if it isn't what everybody gets. */
  served?: readonly Module[]
}

/** Opens and migrates the database, and listens. @throws if any of it fails, with everything closed again */
export const startService = async (
  config: Config,
  log: Logger,
  now: () => number = Date.now,
  {
    signal,
    giveUp = () => {},
    hashCost,
    open = openDatabase,
    adapt = (deps) => deps,
    served,
  }: StartOptions = {},
): Promise<Service> => {
  // faults in providers' settings are reported before anything is opened
  configuredProviders({ config, now })
  tellWithoutPasskeys(config, log)
  tellConsoleOrigin(config, log)
  tellUnprotected(config, log)
  tellLifetimes(config, log)
  const metrics = newMetrics(factorMethods)
  await startTracing()
  const { opened, db, ready } = await openWatched(config, { log, metrics }, { open, giveUp })
  try {
    const prepared = () => prepare(opened, config, log, now)
    const { keys, seals } = config.databaseUrl
      ? await whenReachable(placeOf(config), log, prepared, { signal })
      : await prepared()
    await watchClock({ db, log })
    await lowerHashThreads()
    await share(opened, log)
    const { later, settled } = background((error) => {
      // outages are logged by the watch
      if (!faultOf(error)) log.error({ err: error }, 'background work failed')
    })
    const passwords = passwordHasher(keys, hashCost, metrics)
    const mail = newMailer(config, log)
    const deps = adapt({
      config,
      db: withSeals(db, seals),
      ready,
      keys,
      passwords,
      mail,
      log,
      metrics,
      now,
      later,
    })
    later(() => tellDependent(deps))
    return await listen(Object.freeze(deps), settled, served)
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The service needs none of it, so it must not keep it from serving. */
const share = async ({ share }: Db, log: Logger) => {
  const notice = (error: Error) => log.warn({ err: error }, 'a command was cut off from the database')
  await share?.(notice).catch((error) =>
    log.warn({ err: error }, 'no command can use the database while this service runs'),
  )
}

const openWatched = async (
  config: Config,
  told: { log: Logger; metrics: Metrics },
  { open, giveUp }: Required<Pick<StartOptions, 'open' | 'giveUp'>>,
) => {
  const { log } = told
  const noticeLoss = (error: Error) => {
    log.debug({ err: error }, 'an idle database connection was lost')
    watch.suspect()
  }
  const noticeServer = (name: string, before: string | undefined) => {
    if (before)
      log.warn({ server: name, before }, `another server takes writes: the database is at ${name} now`)
    else log.info({ server: name }, `the database is at ${name}`)
  }
  const fail = (error: Error) => {
    log.fatal(error)
    giveUp()
  }
  const opened = await open(config, noticeLoss, fail, noticeServer)
  const watch = watchDatabase(opened, (runner) => tryDatabase(runner, rights), log)
  return { opened, ready: watch.ready, db: tellSlow(watch.db, { ...told, isOut: watch.isOut }) }
}

/** Listens, and does what is to be done meanwhile. @param settled waits for the work that answers left behind */
const listen = async (
  deps: Deps,
  settled: () => Promise<void>,
  served: StartOptions['served'],
): Promise<Service> => {
  const { config, db, log } = deps
  // before the first sign-in
  await imitateForeign(deps).catch((error) =>
    log.warn({ err: error }, 'imported passwords were not looked for; this is tried again'),
  )
  const { addresses, close } = await startListening(deps, served)
  const [address = '', adminAddress = address] = addresses
  const stopJobs = startJobs(deps, jobs)
  // with PORT=0 the system chose it, and without PUBLIC_URL links of emails lead there
  const port = config.port || Number(new URL(address).port)
  const stopOutbox = startOutbox({ ...deps, config: { ...config, port } }, channels)
  const stopWebhooks = startWebhooks(deps)
  const end = async () => {
    stopJobs()
    await Promise.all([close(), stopOutbox(), stopWebhooks()])
    await settled()
    await db.close()
  }
  // a frozen database answers nobody; the next process retries what is cut off
  const cutOff = () => log.warn('unfinished work was cut off')
  return { address, adminAddress, deps, stop: () => within(stopMs, end(), cutOff) }
}

const within = (ms: number, work: Promise<void>, cutOff: () => void): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => resolve(cutOff()), ms)
  return Promise.race([work.finally(() => clearTimeout(timer)), promise])
}
