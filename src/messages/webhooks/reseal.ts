import type { Deps } from '../../deps.ts'
import { isSealedAnew } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/db.ts'
import { listWebhooks, resealWebhook } from './queries/webhooks.ts'
import { openWebhook, sealWebhook } from './secrets.ts'

/** Seals secrets under the current key, so that the one before can leave. @returns how many */
export const resealWebhooks = async (
  db: Db,
  _batch: number,
  { keys }: Pick<Deps, 'keys'>,
): Promise<number> => {
  const former = (await listWebhooks(db)).filter(({ sealed }) => !isSealedAnew(keys, sealed))
  for (const webhook of former) {
    const secrets = openWebhook(keys, webhook, webhook.sealed)
    if (!secrets) continue
    const sealed = sealWebhook(keys, webhook, secrets)
    await resealWebhook(db, { id: webhook.id, former: webhook.sealed, sealed })
  }
  return former.length
}
