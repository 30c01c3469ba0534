import { tryWebhook } from '../../src/flows/webhooks/try.ts'
import { oneArg, understood } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { byCommand, orUnknown, requireId, withWebhooks } from './with-webhooks.ts'

const usage = 'webhooks test ID [--json]'

export const sendTest = {
  usage,
  about: 'Send a message of the type webhook.test now, and show the answer.',
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, {})
    const id = requireId(usage, operand)
    await withWebhooks(async (deps) => {
      const tested = orUnknown(id, await understood(usage, tryWebhook(deps, id, byCommand)))
      if (values.json) printJson(tested)
      else
        print(
          `${tested.outcome}: ${tested.status ?? 'no answer'} after ${tested.milliseconds} ms`,
          tested.answer,
        )
      if (tested.outcome !== 'delivered') process.exitCode = 1
    })
  },
}
