import { changeWebhook } from '../../src/flows/webhooks/change.ts'
import { oneArg } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { byCommand, orUnknown, requireId, withWebhooks } from './with-webhooks.ts'

const switchTo = (enabled: boolean, about: string) => {
  const usage = `webhooks ${enabled ? 'enable' : 'disable'} ID [--json]`
  return {
    usage,
    about,
    run: async (args: string[]): Promise<void> => {
      const { operand, values } = oneArg(usage, args, {})
      const id = requireId(usage, operand)
      await withWebhooks(async (deps) => {
        orUnknown(id, await changeWebhook(deps, id, { enabled }, byCommand))
        if (values.json) printJson({ id, enabled })
        else print(`The webhook ${id} is ${enabled ? 'on' : 'off'}.`)
      })
    },
  }
}

/** By the name of the action. */
export const switches = {
  enable: switchTo(true, 'Switch a webhook on. What happened meanwhile is sent now, as far as it is kept.'),
  disable: switchTo(false, 'Switch a webhook off.'),
}
