import { parseKeySettings } from '../../src/config/config.ts'
import { removeOperator } from '../../src/flows/operators/staff/remove.ts'
import { openKeys } from '../../src/prepare.ts'
import { oneArg } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { actor, withAccount } from '../users/with-account.ts'

const usage = 'operators remove EMAIL|ID [--json]'

export const removeOne = {
  usage,
  about: 'Close the console to somebody, from their next click on. All operators are told.',
  run: async (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, {})
    const settings = parseKeySettings(process.env)
    await withAccount(name, async ({ db, userId }) => {
      const { sealedDb } = await openKeys(db, settings)
      if (!(await removeOperator({ db: sealedDb }, userId, actor))) throw new Error(`${name} is no operator.`)
      if (values.json) printJson({ userId })
      else print(`The console is closed to ${name}.`)
    })
  },
}
