import type { MailName } from '../mail/mails.ts'

const hour = 60 * 60

/** What a link that was sent by mail is for. */
export type LinkKind = keyof typeof linkKinds

/** Every kind of link: what its tokens begin with, how long it is good, and the mail that it goes by. */
export const linkKinds = {
  verification: { prefix: 'sp_ev_', seconds: 24 * hour, mail: 'verify-email', hasCode: true },
  reset: { prefix: 'sp_pr_', seconds: hour / 2, mail: 'reset-password', hasCode: false },
} as const satisfies Record<string, { prefix: string; seconds: number; mail: MailName; hasCode: boolean }>
