import type { Config } from '../../config/config.ts'
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

/** The page for who has no session, or no form of the application's. */
export const forgotPasswordPath = '/account/forgot-password'

type Reached = Pick<Config, 'publicUrl' | 'port'>

/**
 * An address in a mail: made of `PUBLIC_URL` alone, never of what a request says of its host. Unset, which is possible
 * only where no mail leaves the machine, it leads to the machine itself.
 */
export const pageAt = ({ publicUrl, port }: Reached, path: string): string =>
  (publicUrl ?? `http://localhost:${port}`) + path

/** The same, with a token. */
export const linkTo = (reached: Reached, path: string, token: string): string =>
  `${pageAt(reached, path)}?${new URLSearchParams({ token })}`
