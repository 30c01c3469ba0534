import type { AccountEvent } from '../../contract/wire.ts'
import { listEventsOf } from '../../src/flows/account/list-events.ts'
import type { PageAsked } from '../../src/flows/account/page.ts'
import { oneArg, understood } from '../commands/args.ts'
import { printJson, printTable, shortMinute } from '../commands/output.ts'
import { pageOptions, sayMore } from '../commands/page.ts'
import { type Account, withAccount } from './with-account.ts'

const usage = 'users events EMAIL|ID [--limit N] [--cursor CURSOR] [--json]'

export const events = {
  usage,
  about: 'Show what happened to an account, newest first; 50 at a time.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, pageOptions)
    return withAccount(name, async (account) => {
      const page = await understood(usage, pageOf(account, values))
      if (values.json) printJson(page)
      else printTable(['AT (UTC)', 'TYPE', 'FROM', 'BY', 'REASON'], ...page.events.map(rowOf))
      sayMore(page.next)
    })
  },
}

const pageOf = ({ db, userId }: Account, asked: PageAsked) =>
  listEventsOf({ db }, userId, asked, { isForOperators: true })

const rowOf = ({ at, type, ip, actor, reason }: AccountEvent) => [
  shortMinute(at),
  type,
  ip ?? '-',
  actor.kind,
  reason ?? '',
]
