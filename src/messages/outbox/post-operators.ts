import type { Config } from '../../config/config.ts'
import type { Runner } from '../../platform/db/db.ts'
import type { Mails, OperatorMailName } from '../mail/mails.ts'
import { insertRow } from './queries/outbox.ts'

/** Writes to the people who run the service, if they said where. @param about the id of what it is about */
export const postOperators = async <Name extends OperatorMailName>(
  { operatorsEmail }: Pick<Config, 'operatorsEmail'>,
  runner: Runner,
  { name, about, detail }: { name: Name; about: string; detail: Mails[Name] },
): Promise<void> => {
  if (operatorsEmail === undefined) return
  await insertRow(runner, {
    queue: about,
    userId: undefined,
    channel: 'mail',
    message: name,
    recipient: operatorsEmail,
    detail,
    sealed: undefined,
  })
}
