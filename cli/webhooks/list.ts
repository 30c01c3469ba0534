import type { Webhook } from '../../contract/admin.ts'
import { showWebhooks } from '../../src/flows/webhooks/shown.ts'
import { readArgs } from '../commands/args.ts'
import { note, print, printJson, shortMinute } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'webhooks list [--json]'

export const list = {
  usage,
  about: 'List all webhooks, and how they are doing.',
  run: async (args: string[]): Promise<void> => {
    const { values } = readArgs(usage, args, {}, { least: 0, most: 0 })
    await withDatabase(async (db) => {
      const webhooks = await showWebhooks(db)
      if (values.json) printJson(webhooks)
      else if (webhooks.length === 0) note('There are no webhooks.')
      else print(...webhooks.flatMap(linesOf))
    })
  },
}

const linesOf = (webhook: Webhook) => {
  const { id, url, types, description, lastSuccessAt, behind, waiting } = webhook
  const last = lastSuccessAt ? `last delivered ${shortMinute(lastSuccessAt)}` : 'nothing delivered yet'
  return [
    `${id}  ${url}${description && `  (${description})`}`,
    `    ${types.join(',')}: ${stateOf(webhook)}, ${last}, ${behind} behind, ${waiting} waiting`,
  ]
}

const stateOf = ({ disabledAt, disabledBecause, failingSince }: Webhook) => {
  if (disabledAt) return `off since ${shortMinute(disabledAt)} (${disabledBecause})`
  return failingSince ? `failing since ${shortMinute(failingSince)}` : 'on'
}
