import { linkGoodUntil } from '#accounts/links/good-until.ts'
import { type LinkKind, linkKinds } from '#accounts/links/kinds.ts'
import type { Deps } from '#deps.ts'
import { openSecrets } from '#messages/outbox/mail.ts'
import type { MailContent } from '#messages/outbox/queries/given-up.ts'
import { keysOf } from '#platform/keys-of.ts'
import { undoGoodUntil } from '../../email/undo-change.ts'
import { stopGoodUntil } from '../../second-factor/lost/stop.ts'

type Given = Pick<Deps, 'db' | 'keys'>

/** Until when the link of an email works, if it does. */
type GoodUntil = (deps: Given, token: string) => Promise<Date | undefined>

const goodUntil: Record<string, GoodUntil> = {
  'email-changed': undoGoodUntil,
  'two-factor-removal': stopGoodUntil,
  ...Object.fromEntries(
    keysOf(linkKinds).map((kind: LinkKind) => [
      linkKinds[kind].mail,
      (deps: Given, token: string) => linkGoodUntil(deps, kind, token),
    ]),
  ),
}

/** Whether an email still has its words, and its link, if it has one, still works. */
export const isOfUse = async (
  deps: Given,
  queue: string,
  { userId, name, recipient, detail, sealed }: MailContent,
): Promise<boolean> => {
  if (userId === null || Object.keys(detail).length === 0) return false
  if (!sealed) return true
  const token = tokenIn(deps, { queue, sealed, recipient })
  return token !== undefined && (await goodUntil[name]?.(deps, token)) !== undefined
}

/** Undefined if its key is gone, or it was changed. */
const tokenIn = (...sealed: Parameters<typeof openSecrets>): string | undefined => {
  try {
    return openSecrets(...sealed).token
  } catch {
    return
  }
}
