import type { Act } from '../../contract/admin.ts'
import { listOperatorsActs } from '../../src/flows/operators/log/list-acts.ts'
import { readArgs, understood } from './args.ts'
import type { Command } from './command.ts'
import { note, print, printJson, shortMinute } from './output.ts'
import { pageOptions, sayMore } from './page.ts'
import { withDatabase } from './with-database.ts'

const usage = 'acts [--key ID] [--limit N] [--cursor CURSOR] [--json]'
const options = { ...pageOptions, key: { type: 'string' } } as const

export const acts: Command = {
  usage,
  about: 'List what operators did, and why, newest first; 50 at a time.',
  run: async (args) => {
    const { values } = readArgs(usage, args, options, { least: 0, most: 0 })
    await withDatabase(async (db) => {
      const page = await understood(usage, listOperatorsActs({ db }, values))
      if (values.json) printJson(page)
      else if (page.acts.length === 0) note('There are no acts.')
      else print(...page.acts.flatMap(linesOf))
      sayMore(page.next)
    })
  },
}

const linesOf = ({ at, type, userId, actor, reason, detail }: Act) => {
  const by = actor.kind === 'service_key' ? `with the key ${actor.id}` : 'by a command'
  return [
    `${shortMinute(at)}  ${type}  ${userId ?? detail.name ?? ''}`.trimEnd(),
    `    ${by}${reason === null ? '' : `: ${reason}`}`,
  ]
}
