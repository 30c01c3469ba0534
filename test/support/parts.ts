import { type Environment, parseConfig } from '../../src/config/config.ts'
import type { Deps } from '../../src/deps.ts'
import { newMailer } from '../../src/messages/mail/mailer.ts'
import { rights } from '../../src/modules.ts'
import { passwordHasher } from '../../src/platform/crypto/password.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { newLog } from '../../src/platform/log.ts'
import { newMetrics } from '../../src/platform/metrics/metrics.ts'
import { openKeys } from '../../src/prepare.ts'
import { tryDatabase } from '../../src/web/health/queries.ts'
import { atEnd } from './at-end.ts'
import { newDatabase, testSecretKey } from './service.ts'

type Parts = { deps: Deps; logs: string[]; environment: Environment }

/** The dependencies of use cases, on a database of its own, without a service around it. */
export const openParts = async (settings: Environment = {}): Promise<Parts> =>
  openPartsOn({ ...(await newDatabase()), SECRET_KEY: testSecretKey, ...settings })

/** The same on a database that nobody else has open, or may have. */
export const openPartsOn = async (environment: Environment): Promise<Parts> => {
  const config = parseConfig(environment)
  const logs: string[] = []
  const log = newLog('debug', { write: (line: string) => logs.push(line) })
  const opened = await openDatabase(config, () => {})
  atEnd(() => opened.close())
  const { keys, sealedDb: db } = await openKeys(opened, config)
  const later: Deps['later'] = (work) => void work(new AbortController().signal)
  const mail = newMailer(config, log)
  const ready = () => tryDatabase(db, rights)
  const metrics = newMetrics()
  const passwords = passwordHasher(keys)
  const deps = { config, db, ready, keys, passwords, mail, log, metrics, now: Date.now, later }
  return { deps, logs, environment }
}
