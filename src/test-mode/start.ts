import type { DestinationStream } from 'pino'
import type { Environment } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { modules } from '../modules.ts'
import { unlessInstalled } from '../platform/db/not-installed.ts'
import { newLog } from '../platform/log.ts'
import { type Service, startService } from '../start.ts'
import { type HeldPort, holdFreePort } from './free-port.ts'
import { markedKeys } from './marked-keys.ts'
import { newParts } from './parts.ts'
import { testModule } from './routes/module.ts'
import { testConfig } from './settings.ts'

export type TestStart = {
  /** A free one by default. */
  port?: number | undefined
  settings?: Environment
  /** Where an image of an empty database is kept for the next start. */
  cache?: string | undefined
  /** Standard output by default, which the command needs for its own line. */
  logTo?: DestinationStream
}

/** The least that Argon2 does (RFC 9106 §3.1): a password of a test protects nobody. */
const hashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Starts a service for tests, which lives in memory. @throws an `Error` that names each setting that it refuses */
export const startInTestMode = async ({
  port,
  settings = {},
  cache,
  logTo,
}: TestStart = {}): Promise<Service & { url: string }> => {
  const held = port === undefined ? await holdFreePort() : heldBy(port)
  try {
    const config = testConfig(settings, held.port)
    const parts = newParts()
    const { openMigrated, packedFolder } = await loadDatabase()
    const folders = [packedFolder, ...(cache === undefined ? [] : [cache])]
    const service = await startService(config, newLog(config.logLevel, logTo), parts.clock.nowMs, {
      hashCost,
      open: () => openMigrated(folders),
      adapt: (deps): Deps => ({ ...deps, mail: parts.mailbox.mailer, keys: markedKeys(deps.keys) }),
      served: [testModule(parts, held.giveBack), ...modules],
    })
    let stopping: Promise<void> | undefined
    // called twice by a test that stops it itself, and by `await using`
    const stop = () => {
      stopping ??= service.stop()
      return stopping
    }
    return { ...service, stop, url: `http://localhost:${held.port}` }
  } finally {
    await held.giveBack()
  }
}

const loadDatabase = () =>
  import('./image.ts').catch(
    unlessInstalled(
      'test mode runs on the embedded database, which is not installed: install again without --omit',
    ),
  )

const heldBy = (port: number): HeldPort => ({ port, giveBack: async () => {} })
