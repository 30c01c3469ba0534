import type { Config } from '../config.ts'
import type { MailName } from './mails.ts'

/** Which page the link of a mail leads to. The page asks before anything is done. */
export const linkPaths = {
  'verify-email': '/account/verify-email',
  'reset-password': '/account/reset-password',
  'confirm-new-email': '/account/confirm-new-email',
  'email-changed': '/account/undo-email-change',
  'reset-two-factor': '/account/reset-two-factor',
  'two-factor-removal': '/account/keep-two-factor',
} as const satisfies Partial<Record<MailName, string>>

/**
 * An address in a mail: made of `PUBLIC_URL` alone, never of what a request says of its host. Unset, which is possible
 * only where no mail leaves the machine, it leads to the machine itself.
 */
export const linkTo = (
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  path: string,
  token: string,
) => `${publicUrl ?? `http://localhost:${port}`}${path}?${new URLSearchParams({ token })}`
