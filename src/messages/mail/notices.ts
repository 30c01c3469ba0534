/** What owners are notified of, whoever caused it. */
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

export type NoticeDetail = {
  ip?: string | null
  /** In our own words, such as `Firefox on Linux`. */
  device?: string | null
  provider?: string
  /** Who or what did it, if that matters. */
  by?: string
  /** Where guesses are blocked: `known_place` or `unknown_places`. */
  shut?: string
  deletesAt?: string
  left?: number
}
