import type { AdminMail } from '../../contract/admin.ts'
import { listMailsOfAll } from '../../src/flows/operators/mails/list-given-up.ts'
import { readArgs, understood } from '../commands/args.ts'
import { note, print, printJson, shortMinute } from '../commands/output.ts'
import { pageOptions, sayMore } from '../commands/page.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'mails given-up [--limit N] [--cursor CURSOR] [--json]'

export const givenUp = {
  usage,
  about: 'List emails that were given up within a week, newest first; 50 at a time.',
  run: async (args: string[]): Promise<void> => {
    const { values } = readArgs(usage, args, pageOptions, { least: 0, most: 0 })
    await withDatabase(async (db) => {
      const page = await understood(usage, listMailsOfAll({ db }, { ...values, state: 'given-up' }))
      if (values.json) printJson(page)
      else if (page.mails.length === 0) note('No email was given up.')
      else print(...page.mails.flatMap(linesOf))
      sayMore(page.next)
    })
  },
}

const linesOf = ({ id, name, email, createdAt, outcome, attempts, answer }: AdminMail) => [
  `${shortMinute(createdAt)}  ${id}  ${name}  ${email ?? '-'}`,
  `    ${outcome} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${answer ? `: ${answer}` : ''}`,
]
