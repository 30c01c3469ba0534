import { type ListedKey, listServiceKeys } from '../../src/credentials/service-keys/queries.ts'
import { shownKey } from '../../src/flows/operators/log/shown.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { readArgs } from '../commands/args.ts'
import { note, print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'keys list [--json]'

export const list = {
  usage,
  about: 'List all keys, the newest first.',
  run: async (args: string[]): Promise<void> => {
    const { values } = readArgs(usage, args, {}, { least: 0, most: 0 })
    await withDatabase(async (db) => {
      const keys = await listServiceKeys(db)
      if (values.json) printJson(keys.map(shownKey))
      else if (keys.length === 0) note('There are no service keys.')
      else print(...keys.map(lineOf))
    })
  },
}

const lineOf = (key: ListedKey) => {
  const { id, name, scopes, networks, lastUsedAt } = key
  const used = lastUsedAt ? `last used ${minuteOf(lastUsedAt)}` : 'never used'
  const from = networks.length > 0 ? ` from ${networks.join(',')}` : ''
  return `${id}  ${name}: ${scopes.join(',')}${from}, ${stateOf(key)}, ${used}`
}

const stateOf = ({ revokedAt, isExpired, expiresAt }: ListedKey) => {
  if (revokedAt) return `revoked ${minuteOf(revokedAt)}`
  return `${isExpired ? 'expired' : 'works until'} ${minuteOf(expiresAt)}`
}
