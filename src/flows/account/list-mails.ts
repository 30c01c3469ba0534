import type { AccountMail, MailPage } from '#contract/wire.ts'
import type { Deps } from '../../deps.ts'
import { listMails, type MailRow } from '../../messages/outbox/queries/of-user.ts'
import { type PageAsked, readPage } from './page.ts'

/** A page of mails, newest first. @throws 400 for an invalid cursor or limit */
export const listOwnMails = async (deps: Deps, userId: string, asked: PageAsked): Promise<MailPage> => {
  const { rows, next } = await readPage(asked, (range) => listMails(deps.db, userId, range))
  return { mails: rows.map(accountMail), next }
}

/** A mail as its recipient sees it. */
export const accountMail = ({ name, email, createdAt, outcome }: MailRow): AccountMail => ({
  name,
  email,
  createdAt: createdAt.toISOString(),
  outcome,
})
