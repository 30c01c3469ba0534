import { recordEvent } from '#accounts/events/record.ts'
import type { Deps } from '#deps.ts'
import { findMail, type MailContent, type MailKey, resume } from '#messages/outbox/queries/given-up.ts'
import { mailOver, notFound } from '#platform/errors.ts'
import type { OperatorAct } from '../acts/act.ts'
import { isOfUse } from './of-use.ts'

/** An email that was given up, and is of use. @throws 404, 409 `mail_over` */
export const requireGivenUp = async (
  deps: Pick<Deps, 'db' | 'keys'>,
  id: string,
): Promise<MailContent & MailKey> => {
  const key = readMailId(id)
  const mail = key && (await findMail(deps.db, key))
  if (!key || !mail) throw notFound()
  if (!mail.isGivenUp || !(await isOfUse(deps, key.queue, mail))) throw mailOver()
  return { ...key, ...mail }
}

/**
 * Sends an email again that was given up.
 * @param id as in the list
 * @throws 404, 409 `mail_over` if it was not given up, or its link no longer works
 */
export const retryMail = async (
  deps: Pick<Deps, 'db' | 'keys'>,
  id: string,
  { actor, reason }: OperatorAct,
): Promise<void> => {
  const { userId, name, sealed, ...key } = await requireGivenUp(deps, id)
  await deps.db.transaction(async (runner) => {
    if (!(await resume(runner, key, { hasLink: sealed !== null }))) throw mailOver()
    await recordEvent(runner, {
      type: 'mail.retried',
      userId: userId ?? undefined,
      actor,
      reason,
      detail: { name },
    })
  })
}

const readMailId = (text: string): MailKey | undefined => {
  const [, queue = '', id = ''] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9][0-9]{0,17})$/.exec(text) ?? []
  return id === '' ? undefined : { queue, id }
}
