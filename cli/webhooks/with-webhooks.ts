import { parseKeySettings, parseSettings } from '../../src/config/config.ts'
import type { WebhookDeps } from '../../src/flows/webhooks/add.ts'
import { isId } from '../../src/platform/crypto/id.ts'
import { openKeys } from '../../src/prepare.ts'
import { wrongUse } from '../commands/args.ts'
import { withDatabase } from '../commands/with-database.ts'

/** Who acts when a command does. */
export const byCommand = { kind: 'operator' } as const

/** With the database, and the key that secrets are sealed under. */
export const withWebhooks = (work: (deps: WebhookDeps) => Promise<void>): Promise<void> => {
  const settings = parseKeySettings(process.env)
  const config = parseSettings(process.env, ['WEBHOOK_PRIVATE_HOSTS'])
  return withDatabase(async (db) => {
    const { keys, sealedDb } = await openKeys(db, settings)
    await work({ db: sealedDb, keys, config, now: Date.now })
  })
}

/** @throws `UsageError` for what is no id */
export const requireId = (usage: string, id: string): string => {
  if (!isId(id)) throw wrongUse(usage, `${id} is not the id of a webhook: npx sallyport webhooks list`)
  return id
}

/** @throws if there is none of that id */
export const orUnknown = <Value>(id: string, value: Value | undefined | false): Value => {
  if (value === undefined || value === false) throw new Error(`There is no webhook ${id}.`)
  return value
}
