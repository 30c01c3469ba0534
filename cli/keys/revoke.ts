import { revokeServiceKey } from '../../src/credentials/service-keys/revoke.ts'
import { isId } from '../../src/platform/crypto/id.ts'
import { oneArg, wrongUse } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'keys revoke ID [--json]'

export const revoke = {
  usage,
  about: 'Revoke a key. From then on, no process accepts it.',
  run: async (args: string[]): Promise<void> => {
    const { operand: id, values } = oneArg(usage, args, {})
    if (!isId(id)) throw wrongUse(usage)
    await withDatabase(async (db) => {
      const name = await revokeServiceKey({ db }, id)
      if (name === undefined) throw new Error(`There is no service key ${id}, or it was revoked before.`)
      if (values.json) printJson({ id, name })
      else print(`The key of ${name} is revoked.`)
    })
  },
}
