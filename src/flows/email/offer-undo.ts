import { newLinkToken } from '../../accounts/links/token.ts'
import type { Mailbox } from '../../accounts/users/queries/emails.ts'
import { insertFormer, undoSeconds } from '../../accounts/users/queries/former-emails.ts'
import type { PossibleMaker } from '../../accounts/users/queries/suspects.ts'
import { languageOf } from '../../accounts/users/queries/users.ts'
import { activeMethods } from '../../credentials/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { postMail } from '../../messages/outbox/post.ts'
import type { Runner } from '../../platform/db/db.ts'

type Change = {
  userId: string
  /** Who asked for it. */
  maker: PossibleMaker
  /** Where it was confirmed. An operator's comes from nowhere. */
  client?: Pick<Client, 'address' | 'userAgent'>
}

/** Mails the former address a link that undoes a change of it, for a week. */
export const offerUndo = async (
  { keys }: Pick<Deps, 'keys'>,
  runner: Runner,
  former: Mailbox,
  { userId, maker, client }: Change,
): Promise<void> => {
  const { token, key } = newLinkToken('email-undo', userId)
  const hadFactor = (await activeMethods(runner, userId)).length > 0
  await insertFormer(runner, key, former, { ...maker, hadFactor })
  await postMail(runner, keys, {
    name: 'email-changed',
    userId,
    recipient: former.typed,
    language: languageOf(userId),
    detail: { days: undoSeconds / 86_400, address: client?.address ?? null, userAgent: client?.userAgent },
    secrets: { token },
    seconds: undoSeconds,
  })
}
