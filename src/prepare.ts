import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import { rights, sealed, sealings, spread } from './modules.ts'
import { type KeyRing, keyRing } from './platform/crypto/keys.ts'
import { type RowKind, type RowSeals, type RowValue, rowSeals } from './platform/crypto/row-seals.ts'
import { isNewKey, keyPath, secretsOf } from './platform/crypto/secrets.ts'
import type { Db } from './platform/db/db.ts'
import { renewGrants } from './platform/db/grants.ts'
import { isInUse } from './platform/db/in-use.ts'
import { checkKeys } from './platform/db/key-check.ts'
import { migrate } from './platform/db/migrate.ts'
import { openRowKey } from './platform/db/row-key.ts'
import { withSeals } from './platform/db/sealing.ts'
import { spreadAdded } from './platform/db/spreading/distribute.ts'

type Prepared = { keys: KeyRing; seals: RowSeals }

export const prepare = async (db: Db, config: Config, log: Logger, now: () => number): Promise<Prepared> => {
  const applied = await migrate(db)
  await spreadAdded(db, spread)
  if (applied.length > 0) await renewGrants(db, rights)
  if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  const tellForged = (what: RowKind, of: RowValue) =>
    log.error({ what, of }, 'a row is refused: it was written without the key, or changed')
  const { keys, lost, seals, adoptsFromNow } = await openKeys(db, config, now, tellForged)
  if (lost) log.warn({ lost }, 'these can no longer be read: SECRET_KEY lacks the key they were made with')
  if (adoptsFromNow)
    log.warn('for a day, rows that were written without the key are accepted and sealed, as after an upgrade')
  return { keys, seals }
}

type KeySettings = Pick<Config, 'secretKeys' | 'dataDir' | 'acceptLostKeys'>

type Opened = Prepared & { lost: string | undefined; adoptsFromNow: boolean; sealedDb: Db }

/**
 * @returns the keys, what can no longer be read, if that is accepted, and the database with its rows sealed
 * @throws if the database was used with others
 */
export const openKeys = async (
  db: Db,
  config: KeySettings,
  now: () => number = Date.now,
  tellForged?: Parameters<typeof rowSeals>[2],
): Promise<Opened> => {
  const wasInUse = await isInUse(db)
  const secrets = await secretsOf(config, async () => wasInUse)
  const keys = keyRing(secrets)
  const lost = await checkKeys(db, keys, {
    sealed,
    name: config.secretKeys.length > 0 ? 'SECRET_KEY' : keyPath(config.dataDir),
    acceptsLoss: config.acceptLostKeys,
  })
  const { adoptsFromNow, ...rowKey } = await openRowKey(db, keys, {
    wasInUse,
    hasOldKey: !secrets.every(isNewKey),
    acceptsLoss: config.acceptLostKeys,
    sealings,
    nowMs: now(),
  })
  const seals = rowSeals(rowKey, now, tellForged)
  return { keys, lost, seals, adoptsFromNow, sealedDb: withSeals(db, seals) }
}
