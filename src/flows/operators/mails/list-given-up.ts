import type { AdminMail, AdminMailPage } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import { type GivenUpMail, listGivenUp } from '#messages/outbox/queries/given-up.ts'
import { badRequest } from '#platform/errors.ts'
import { type PageAsked, readPage } from '../../account/page.ts'

/** Emails to anybody that were given up within a week, newest first. @throws 400 for any other state, cursor or limit */
export const listMailsOfAll = async (
  { db }: Pick<Deps, 'db'>,
  { state, ...asked }: PageAsked & { state?: unknown },
): Promise<AdminMailPage> => {
  if (state !== 'given-up') throw badRequest('state must be given-up.')
  const { rows, next } = await readPage(asked, (range) => listGivenUp(db, range))
  return { mails: rows.map(shownMail), next }
}

const shownMail = ({ queue, id, email, ...row }: GivenUpMail): AdminMail => ({
  ...row,
  id: `${queue}.${id}`,
  email: email || null,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt.toISOString(),
})
