import type { WebhookAttempt } from '../../contract/admin.ts'
import { listAttemptsOf } from '../../src/flows/webhooks/list-attempts.ts'
import { showWebhook } from '../../src/flows/webhooks/shown.ts'
import { oneArg, understood } from '../commands/args.ts'
import { note, print, printJson, shortMinute } from '../commands/output.ts'
import { pageOptions, sayMore } from '../commands/page.ts'
import { withDatabase } from '../commands/with-database.ts'
import { orUnknown, requireId } from './with-webhooks.ts'

const usage = 'webhooks attempts ID [--outcome OUTCOME] [--limit N] [--cursor CURSOR] [--json]'
const options = { ...pageOptions, outcome: { type: 'string' } } as const

export const attempts = {
  usage,
  about: 'List what was sent, and what was answered, newest first; 50 at a time.',
  run: async (args: string[]): Promise<void> => {
    const { operand, values } = oneArg(usage, args, options)
    const id = requireId(usage, operand)
    await withDatabase(async (db) => {
      orUnknown(id, await showWebhook(db, id))
      const page = await understood(usage, listAttemptsOf({ db }, id, values))
      if (values.json) printJson(page)
      else if (page.attempts.length === 0) note('There are no attempts.')
      else print(...page.attempts.map(lineOf))
      sayMore(page.next)
    })
  },
}

const lineOf = ({ at, eventId, type, attempt, outcome, status, answer, milliseconds }: WebhookAttempt) =>
  `${shortMinute(at)}  ${eventId ?? 'test'}  ${type}  attempt ${attempt}: ${outcome}, ${status ?? '-'} after ${milliseconds} ms  ${answer}`.trimEnd()
