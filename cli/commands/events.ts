import type { AdminEvent } from '../../contract/admin.ts'
import { searchAllEvents } from '../../src/flows/operators/events/search-events.ts'
import { readArgs, understood } from './args.ts'
import type { Command } from './command.ts'
import { note, printJson, printTable, shortMinute } from './output.ts'
import { pageOptions, sayMore } from './page.ts'
import { withDatabase } from './with-database.ts'

const usage =
  'events [--type TYPE] [--network NETWORK] [--after DAY] [--before DAY] [--limit N] [--cursor CURSOR] [--json]'
const options = {
  ...pageOptions,
  type: { type: 'string' },
  network: { type: 'string' },
  after: { type: 'string' },
  before: { type: 'string' },
} as const

export const eventsCommand: Command = {
  usage,
  about: 'Search what happened to all accounts, newest first; 50 at a time.',
  run: async (args) => {
    const { values } = readArgs(usage, args, options, { least: 0, most: 0 })
    await withDatabase(async (db) => {
      const page = await understood(usage, searchAllEvents({ db }, values))
      if (values.json) printJson(page)
      else if (page.events.length > 0)
        printTable(['AT (UTC)', 'TYPE', 'FROM', 'BY', 'ACCOUNT'], ...page.events.map(rowOf))
      else note(page.next ? 'There is none among these.' : 'There are no such events.')
      sayMore(page.next)
    })
  },
}

const rowOf = ({ at, type, ip, actor, userId }: AdminEvent) => [
  shortMinute(at),
  type,
  ip ?? '-',
  actor.kind,
  userId ?? '-',
]
