import type { AdminUser } from '../../contract/admin.ts'
import { findUsers } from '../../src/flows/operators/directory/find.ts'
import { readArgs, understood } from '../commands/args.ts'
import { note, printJson, printTable, shortMinute } from '../commands/output.ts'
import { pageOptions, sayMore } from '../commands/page.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage =
  'users find [EMAIL|PREFIX] [--external-id ID] [--status STATUS] [--after DAY] [--before DAY] [--limit N] [--cursor CURSOR] [--json]'
const options = {
  ...pageOptions,
  'external-id': { type: 'string' },
  status: { type: 'string' },
  after: { type: 'string' },
  before: { type: 'string' },
} as const

export const find = {
  usage,
  about:
    'List accounts: that of an address, those whose addresses begin so, those that are blocked, unconfirmed, closing or without-second-factor, those that registered between two days, or all; 50 at a time.',
  run: async (args: string[]): Promise<void> => {
    const { operands, values } = readArgs(usage, args, options, { least: 0, most: 1 })
    const { json: isJson, 'external-id': externalId, after, before, ...asked } = values
    const search = { ...asked, externalId, registeredAfter: after, registeredBefore: before }
    await withDatabase(async (db) => {
      const page = await understood(usage, findUsers({ db }, { ...search, email: operands[0] }))
      if (isJson) printJson(page)
      else if (page.users.length === 0)
        note(page.next ? 'There is none among these.' : 'There is no such account.')
      else printTable(['ID', 'STATE', 'LAST SIGN-IN', 'EMAIL'], ...page.users.map(rowOf))
      sayMore(page.next)
    })
  },
}

const rowOf = (user: AdminUser) => [user.id, stateOf(user), shortMinute(user.lastSignInAt), user.email]

const stateOf = ({ disabledAt, deletesAt, invitedUntil }: AdminUser) => {
  if (deletesAt) return 'closing'
  if (disabledAt) return 'blocked'
  return invitedUntil ? 'invited' : 'open'
}
