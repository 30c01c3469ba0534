import { findMailbox } from '../../accounts/users/queries/emails.ts'
import { languageOf } from '../../accounts/users/queries/users.ts'
import type { Mails } from '../../messages/mail/mails.ts'
import { postNews } from '../../messages/outbox/post.ts'
import type { Runner } from '../../platform/db/db.ts'
import { listOperators } from './queries.ts'

type News = Omit<Mails['operator-news'], 'email'> & { userAgent?: string | undefined }

/** Writes to every operator what became of one of them, who need be one no longer, in the transaction of that. */
export const tellOperators = async (runner: Runner, userId: string, news: News): Promise<void> => {
  const about = await findMailbox(runner, userId)
  const detail = { ...news, email: about?.typed ?? userId }
  const operators = await listOperators(runner)
  for (const recipientId of new Set([userId, ...operators.map((operator) => operator.userId)])) {
    const mailbox = await findMailbox(runner, recipientId)
    if (!mailbox?.isGenuine()) continue
    const to = { userId: recipientId, recipient: mailbox.typed, language: languageOf(recipientId) }
    await postNews(runner, { name: 'operator-news', ...to, detail })
  }
}
