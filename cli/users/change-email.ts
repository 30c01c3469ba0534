import { parseKeySettings } from '../../src/config/config.ts'
import { changeEmailOf } from '../../src/flows/operators/parts/change-email.ts'
import { Refused } from '../../src/platform/errors.ts'
import { newMetrics } from '../../src/platform/metrics/metrics.ts'
import { openKeys } from '../../src/prepare.ts'
import { readArgs } from '../commands/args.ts'
import { addressIn, noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users change-email EMAIL|ID NEW_EMAIL --reason TEXT [--json]'

export const changeEmail = {
  usage,
  about: 'Change an address for somebody who has shown that the new one is theirs.',
  run: (args: string[]): Promise<void> => {
    const { operands, values } = readArgs(usage, args, reasonOption, { least: 2, most: 2 })
    const [name = '', typed = ''] = operands
    const reason = reasonIn(usage, values.reason)
    const email = addressIn(typed)
    const settings = parseKeySettings(process.env)
    return withAccount(name, async (account) => {
      const { keys, sealedDb } = await openKeys(account.db, settings)
      const deps = { db: sealedDb, keys, metrics: newMetrics() }
      const isDone = await changeEmailOf(deps, account.userId, { email, reason, actor }).catch((error) => {
        throw error instanceof Refused ? new Error(wordsOf(error)) : error
      })
      if (!isDone) throw noAccount(name)
      await sayDone(
        account,
        values,
        `The address of ${name} is ${email.typed} now. The former one gets a link that undoes this for seven days.`,
      )
    })
  },
}

const wordsOf = ({ body, message }: Refused): string =>
  Array.isArray(body) ? body.map((item) => item.message).join(' ') : message
