import type { Deps } from '../../deps.ts'
import type { Mails } from '../../messages/mail/mails.ts'
import { postMail } from '../../messages/outbox/post.ts'
import type { Runner } from '../../platform/db/db.ts'
import { languageOf } from '../users/queries/users.ts'
import { mailedCodeDigest, newMailedCode } from './code.ts'
import { type LinkKind, linkKinds } from './kinds.ts'
import { replaceLink } from './queries.ts'
import { newLinkToken } from './token.ts'

export type Addressee = {
  userId: string
  email: { typed: string; canonical: string }
  sessionId?: string
}

type Detail<Kind extends LinkKind> = Omit<
  Mails[(typeof linkKinds)[Kind]['mail']],
  'link' | 'code' | 'minutes'
>

/** Stores only the token's digest; the email itself is sealed. */
export const issueLink = <Kind extends LinkKind>(
  { keys }: Pick<Deps, 'keys'>,
  runner: Runner,
  kind: Kind,
  { userId, email, sessionId }: Addressee,
  detail: Detail<Kind>,
): Promise<unknown> => {
  const { seconds, mail, codeSeconds } = linkKinds[kind]
  const { token, key } = newLinkToken(kind, userId)
  const code = codeSeconds > 0 ? newMailedCode() : undefined
  const codeDigest = code && mailedCodeDigest(keys[0], email.canonical, code)
  const secrets = { token, ...(code && { code }) }
  return Promise.all([
    replaceLink(runner, { ...key, ...email, codeDigest: codeDigest || undefined, sessionId, seconds }),
    postMail(runner, keys, {
      name: mail,
      userId,
      recipient: email.typed,
      language: languageOf(userId),
      detail: { minutes: seconds / 60, ...detail } as never,
      secrets,
      seconds,
    }),
  ])
}
