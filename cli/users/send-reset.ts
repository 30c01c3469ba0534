import { parseKeySettings } from '../../src/config/config.ts'
import { sendReset as sendResetTo } from '../../src/flows/operators/acts/send-reset.ts'
import { newMetrics } from '../../src/platform/metrics/metrics.ts'
import { openKeys } from '../../src/prepare.ts'
import { oneArg } from '../commands/args.ts'
import { noAccount } from './find-user.ts'
import { actor, sayDone, withAccount } from './with-account.ts'

const usage = 'users send-reset EMAIL|ID [--json]'

export const sendReset = {
  usage,
  about: 'Email somebody a link to set a new password.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, {})
    const settings = parseKeySettings(process.env)
    return withAccount(name, async (account) => {
      const { keys, sealedDb } = await openKeys(account.db, settings)
      const deps = { ...account, db: sealedDb, keys, metrics: newMetrics() }
      if (!(await sendResetTo(deps, account.userId, { actor }))) throw noAccount(name)
      await sayDone(
        account,
        values,
        `A link to set a new password is on its way to ${name}. The service sends the email.`,
      )
    })
  },
}
