import { parseKeySettings } from '../../src/config/config.ts'
import { retryMail } from '../../src/flows/operators/mails/retry.ts'
import { Refused } from '../../src/platform/errors.ts'
import { openKeys } from '../../src/prepare.ts'
import { oneArg } from '../commands/args.ts'
import { print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'
import { reasonIn, reasonOption } from '../users/reason.ts'
import { actor } from '../users/with-account.ts'

const usage = 'mails retry ID --reason TEXT [--json]'

export const retry = {
  usage,
  about: 'Send an email again that was given up, by its id in the list.',
  run: async (args: string[]): Promise<void> => {
    const { operand: id, values } = oneArg(usage, args, reasonOption)
    const reason = reasonIn(usage, values.reason)
    const settings = parseKeySettings(process.env)
    await withDatabase(async (db) => {
      const { keys, sealedDb } = await openKeys(db, settings)
      await retryMail({ db: sealedDb, keys }, id, { actor, reason }).catch((error) => {
        throw error instanceof Refused ? whyNot(error, id) : error
      })
      if (values.json) printJson({ id })
      else print('It is on its way.')
    })
  },
}

const whyNot = (refused: Refused, id: string) => {
  if (refused.status === 404) return new Error(`There is no email ${id}.`)
  return refused.status === 409 ? new Error(refused.message) : refused
}
