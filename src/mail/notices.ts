/** What an owner is told of, whoever did it. */
export type NoticeName =
  | 'new-sign-in'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'two-factor-kept'
  | 'codes-renewed'
  | 'code-used'
  | 'password-changed'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'token-stolen'
  | 'code-stolen'
  | 'account-locked'
  | 'account-closed'

/** What is known of it. */
export type NoticeDetail = {
  ip?: string | null
  /** What it was done with, as far as we have a word for it. */
  device?: string | null
  provider?: string
  /** How many backup codes are left. */
  left?: number
}
