import { type ListedKey, listServiceKeys } from '../../src/credentials/service-keys/queries.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { UsageError } from '../commands/command.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'list [--json]'

/** A line for each key, the newest first. */
export const list = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const [option, ...more] = args
    if (more.length > 0 || !['--json', undefined].includes(option))
      throw new UsageError(`Usage: sallyport keys ${usage}`)
    await withDatabase(async (db) => {
      const keys = await listServiceKeys(db)
      const lines = option ? keys.map((key) => JSON.stringify(key)) : keys.map(lineOf)
      process.stdout.write(lines.map((line) => `${line}\n`).join(''))
      if (keys.length === 0) process.stderr.write('There are no service keys.\n')
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
