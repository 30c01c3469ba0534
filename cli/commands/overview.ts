import type { Overview } from '../../contract/admin.ts'
import { showOverview } from '../../src/flows/overview/show-overview.ts'
import { readArgs } from './args.ts'
import type { Command } from './command.ts'
import { print, printJson, printTable, shortMinute } from './output.ts'
import { withDatabase } from './with-database.ts'

const usage = 'overview [--json]'

export const overviewCommand: Command = {
  usage,
  about:
    'Show how the service is doing: sign-ins by hour, people by status, emails, webhooks, and what is not well.',
  run: async (args) => {
    const { values } = readArgs(usage, args, {}, { least: 0, most: 0 })
    await withDatabase(async (db) => {
      const overview = await showOverview({ db })
      if (values.json) return printJson(overview)
      print(...linesOf(overview), '')
      printTable(
        ['HOUR (UTC)', 'SIGN-INS', 'REFUSALS'],
        ...overview.hours.map(({ from, signIns, refusals }) => [
          shortMinute(from),
          `${signIns}`,
          `${refusals}`,
        ]),
      )
    })
  },
}

const linesOf = ({ version, people, mails, webhooks, findings }: Overview) => [
  `version    ${version}`,
  `people     ${people.isEstimate ? 'about ' : ''}${people.all}: ${people.blocked} blocked, ${people.unconfirmed} unconfirmed, ${people.closing} closing, ${people.invited} invited`,
  `emails     ${mails.waiting} waiting, ${mails.givenUp} given up within a week`,
  `webhooks   ${webhooks.on} on, of which ${webhooks.failing} fail; ${webhooks.off} switched off`,
  ...findings.flatMap(({ name, status, message, remedy }) => [
    `${status.padEnd(11)}${name}: ${message}`,
    `           ${remedy}`,
  ]),
]
