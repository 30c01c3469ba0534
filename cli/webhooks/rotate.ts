import { renewWebhookSecret } from '../../src/flows/webhooks/renew-secret.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { oneArg } from '../commands/args.ts'
import { note, print, printJson } from '../commands/output.ts'
import { byCommand, orUnknown, requireId, withWebhooks } from './with-webhooks.ts'

const usage = 'webhooks rotate ID [--json]'

export const rotate = {
  usage,
  about: 'Renew the secret. For 24 hours, messages are signed with the former one, too.',
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, {})
    const id = requireId(usage, operand)
    await withWebhooks(async (deps) => {
      const renewed = orUnknown(id, await renewWebhookSecret(deps, id, byCommand))
      if (values.json) return printJson(renewed)
      print(renewed.secret)
      note(`It is shown only now. The former one is good until ${minuteOf(renewed.formerUntil)}.`)
    })
  },
}
