import { parseKeySettings } from '../../src/config/config.ts'
import { showOperators } from '../../src/flows/operators/staff/list.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { openKeys } from '../../src/prepare.ts'
import { readArgs } from '../commands/args.ts'
import { note, print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'operators list [--json]'

export const listAll = {
  usage,
  about: 'List who may use the console.',
  run: async (args: string[]): Promise<void> => {
    const { values } = readArgs(usage, args, {}, { least: 0, most: 0 })
    const settings = parseKeySettings(process.env)
    await withDatabase(async (db) => {
      const { sealedDb } = await openKeys(db, settings)
      const operators = await showOperators({ db: sealedDb })
      if (values.json) printJson(operators)
      else if (operators.length === 0) note('Nobody may use the console.')
      else
        print(
          ...operators.map(({ userId, email, scopes, grantedAt, isLetIn }) => {
            const since = `since ${minuteOf(new Date(grantedAt))}`
            return `${userId}  ${email}: ${scopes.join(',')}, ${since}${isLetIn ? '' : ', not let in now'}`
          }),
        )
    })
  },
}
