import type { MailName } from '../../messages/mail/mails.ts'
import type { LinkTokenKind } from './token.ts'

const hour = 60 * 60

/** What a link that was sent by mail is for. */
export type LinkKind = keyof typeof linkKinds

/** Every kind of link of which only the newest is good: for how long, and the mail that it goes by. */
export const linkKinds = {
  verification: { seconds: 24 * hour, mail: 'verify-email', hasCode: true },
  reset: { seconds: hour / 2, mail: 'reset-password', hasCode: false },
  'email-change': { seconds: hour, mail: 'confirm-new-email', hasCode: false },
  'two-factor-reset': { seconds: hour / 2, mail: 'reset-two-factor', hasCode: false },
} as const satisfies Partial<Record<LinkTokenKind, { seconds: number; mail: MailName; hasCode: boolean }>>
