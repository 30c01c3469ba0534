/** What an owner is told of, whoever did it. */
export type NoticeName =
  | 'new-sign-in'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'two-factor-kept'
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'authenticator-replaced'
  | 'codes-renewed'
  | 'code-used'
  | 'password-changed'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'token-stolen'
  | 'code-stolen'
  | 'account-locked'
  | 'two-factor-locked'
  | 'account-closed'

/** What is known of it. */
export type NoticeDetail = {
  ip?: string | null
  /** What it was done with, as far as we have a word for it. */
  device?: string | null
  provider?: string
  /** Who or what did it, where that makes a difference. */
  by?: string
  /** From where no more guesses are looked at: `known_place` or `unknown_places`. */
  shut?: string
  /** When an account that was closed will be gone. */
  deletesAt?: string
  /** How many backup codes are left. */
  left?: number
}
