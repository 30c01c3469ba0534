import type { MailName } from '../../messages/mail/mails.ts'
import { hour, minute } from '../../platform/seconds.ts'
import type { LinkTokenKind } from './token.ts'

export type LinkKind = keyof typeof linkKinds

/**
 * Links, of which only the newest of a kind works: for how long, and their email. A code beside it works for
 * `codeSeconds`: a code short enough to type is short enough to guess (ASVS 5.0 6.5.5).
 */
export const linkKinds = {
  verification: { seconds: 24 * hour, mail: 'verify-email', codeSeconds: 10 * minute },
  reset: { seconds: hour / 2, mail: 'reset-password', codeSeconds: 0 },
  'email-change': { seconds: hour, mail: 'confirm-new-email', codeSeconds: 0 },
  invite: { seconds: 72 * hour, mail: 'invitation', codeSeconds: 0 },
  'two-factor-reset': { seconds: hour / 2, mail: 'reset-two-factor', codeSeconds: 0 },
} as const satisfies Partial<Record<LinkTokenKind, { seconds: number; mail: MailName; codeSeconds: number }>>
