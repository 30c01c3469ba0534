import { removeWebhook } from '../../src/flows/webhooks/remove.ts'
import { oneArg } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'
import { byCommand, orUnknown, requireId } from './with-webhooks.ts'

const usage = 'webhooks remove ID [--json]'

export const remove = {
  usage,
  about: 'Remove a webhook, with what waits for it.',
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, {})
    const id = requireId(usage, operand)
    await withDatabase(async (db) => {
      orUnknown(id, await removeWebhook({ db }, id, byCommand))
      if (values.json) printJson({ id })
      else print(`The webhook ${id} is removed.`)
    })
  },
}
