import type { Config } from '../../config/config.ts'
import type { MailName } from './mails.ts'

/** The page behind each email's link. It asks before it does anything. */
export const linkPaths = {
  invitation: '/account/accept-invitation',
  'verify-email': '/account/verify-email',
  'reset-password': '/account/reset-password',
  'confirm-new-email': '/account/confirm-new-email',
  'email-changed': '/account/undo-email-change',
  'reset-two-factor': '/account/reset-two-factor',
  'two-factor-removal': '/account/keep-two-factor',
} as const satisfies Partial<Record<MailName, string>>

export const forgotPasswordPath = '/account/forgot-password'

/** The pages that notices lead to, unless `PAGES` is off. */
export const noticedPaths = {
  signIn: '/account/sign-in',
  activity: '/account/activity',
  sessions: '/account/sessions',
  twoFactor: '/account/two-factor',
  passkeys: '/account/passkeys',
  providers: '/account/providers',
} as const

export type NoticedPage = keyof typeof noticedPaths

type Reached = Pick<Config, 'publicUrl' | 'port'>

/**
 * Built from `PUBLIC_URL`, never from a request's host. Without it, which is only possible if no mail leaves the
 * machine, the link leads to the machine itself.
 */
export const pageAt = ({ publicUrl, port }: Reached, path: string): string =>
  (publicUrl ?? `http://localhost:${port}`) + path

export const linkTo = (reached: Reached, path: string, token: string): string =>
  `${pageAt(reached, path)}?${new URLSearchParams({ token })}`
