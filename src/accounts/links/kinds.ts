import type { MailName } from '../../messages/mail/mails.ts'
import type { LinkTokenKind } from './token.ts'

const hour = 60 * 60

export type LinkKind = keyof typeof linkKinds

/** Links of which only the newest of a kind works: for how long, and their email. */
export const linkKinds = {
  verification: { seconds: 24 * hour, mail: 'verify-email', hasCode: true },
  reset: { seconds: hour / 2, mail: 'reset-password', hasCode: false },
  'email-change': { seconds: hour, mail: 'confirm-new-email', hasCode: false },
  invite: { seconds: 72 * hour, mail: 'invitation', hasCode: false },
  'two-factor-reset': { seconds: hour / 2, mail: 'reset-two-factor', hasCode: false },
} as const satisfies Partial<Record<LinkTokenKind, { seconds: number; mail: MailName; hasCode: boolean }>>
