import { revokeServiceKey } from '../../src/credentials/service-keys/revoke.ts'
import { isId } from '../../src/platform/crypto/id.ts'
import { UsageError } from '../commands/command.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'revoke ID'

export const revoke = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const [id = '', ...more] = args
    if (!isId(id) || more.length > 0) throw new UsageError(`Usage: sallyport keys ${usage}`)
    await withDatabase(async (db) => {
      const name = await revokeServiceKey({ db }, id)
      if (name === undefined) throw new Error(`There is no service key ${id}, or it was revoked before.`)
      process.stdout.write(`The key of ${name} is revoked.\n`)
    })
  },
}
