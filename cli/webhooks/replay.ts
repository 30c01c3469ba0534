import { replayWebhook } from '../../src/flows/webhooks/replay.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { oneArg, understood } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'
import { byCommand, orUnknown, requireId } from './with-webhooks.ts'

const usage = 'webhooks replay ID (--after INSTANT|CURSOR | --event ID) [--json]'
const options = { after: { type: 'string' }, event: { type: 'string' } } as const

export const replay = {
  usage,
  about: 'Send again what came after an instant, or one event. Ids stay as they were.',
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, options)
    const id = requireId(usage, operand)
    await withDatabase(async (db) => {
      const asked = { after: values.after, eventId: values.event }
      const replayed = orUnknown(id, await understood(usage, replayWebhook({ db }, id, asked, byCommand)))
      if (values.json) printJson(replayed)
      else print(`${numberOf(replayed.queued, 'event')} of the feed will be looked at again.`)
    })
  },
}
