import { addWebhook } from '../../src/flows/webhooks/add.ts'
import { listed } from '../../src/platform/listed.ts'
import { oneArg, understood, wrongUse } from '../commands/args.ts'
import { note, print, printJson } from '../commands/output.ts'
import { byCommand, withWebhooks } from './with-webhooks.ts'

const usage = 'webhooks add URL --types TYPE… [--description TEXT] [--include-addresses] [--json]'

const options = {
  types: { type: 'string', multiple: true },
  description: { type: 'string', default: '' },
  'include-addresses': { type: 'boolean', default: false },
} as const

export const add = {
  usage,
  about:
    'Tell an address what happens: types such as session.ended, user.* or *. The secret is shown only once.',
  run: async (args: string[]): Promise<void> => {
    const { operand: url, values } = oneArg(usage, args, options)
    const types = (values.types ?? []).flatMap(listed)
    if (types.length === 0) throw wrongUse(usage, '--types is missing.')
    const { description } = values
    if (description.length > 200 || /\p{C}/u.test(description))
      throw wrongUse(usage, 'A description is a line of at most 200 characters.')
    const wanted = { url, types, description, includesAddresses: values['include-addresses'] }
    await withWebhooks(async (deps) => {
      const added = await understood(usage, addWebhook(deps, wanted, byCommand))
      if (values.json) return printJson(added)
      print(added.secret)
      note(`The webhook is ${added.id}. Its secret is shown only now.`)
    })
  },
}
