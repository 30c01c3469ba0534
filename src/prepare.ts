import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { rights, sealed, spread } from './modules.ts'
import { type KeyRing, keyRing } from './platform/crypto/keys.ts'
import { keyPath, secretsOf } from './platform/crypto/secrets.ts'
import type { Db } from './platform/db/db.ts'
import { renewGrants } from './platform/db/grants.ts'
import { isInUse } from './platform/db/in-use.ts'
import { checkKeys } from './platform/db/key-check.ts'
import { migrate } from './platform/db/migrate.ts'
import { spreadAdded } from './platform/db/spreading/distribute.ts'

export const prepare = async (db: Db, config: Config, log: Logger): Promise<KeyRing> => {
  const applied = await migrate(db)
  await spreadAdded(db, spread)
  if (applied.length > 0) await renewGrants(db, rights)
  if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  const { keys, lost } = await openKeys(db, config)
  if (lost) log.warn({ lost }, 'these can no longer be read: SECRET_KEY lacks the key they were made with')
  return keys
}

type KeySettings = Pick<Config, 'secretKeys' | 'dataDir' | 'acceptLostKeys'>

/**
 * @returns the keys, and what can no longer be read, if that is accepted
 * @throws if the database was used with others
 */
export const openKeys = async (
  db: Db,
  config: KeySettings,
): Promise<{ keys: KeyRing; lost: string | undefined }> => {
  const keys = keyRing(await secretsOf(config, () => isInUse(db)))
  const lost = await checkKeys(db, keys, {
    sealed,
    name: config.secretKeys.length > 0 ? 'SECRET_KEY' : keyPath(config.dataDir),
    acceptsLoss: config.acceptLostKeys,
  })
  return { keys, lost }
}
