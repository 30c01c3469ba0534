import type { Common } from './mails.ts'

/** What owners are notified of, even if they caused it themselves. */
export type NoticeName =
  | 'new-sign-in'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'two-factor-kept'
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'authenticator-replaced'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-cloned'
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
  | 'account-disabled'
  | 'account-enabled'

export type NoticeDetail = {
  ip?: string | null
  /** In our own words and the owner's language, such as `Firefox on Linux`. */
  device?: string | null
  provider?: string
  /** Who or what did it, if that matters. */
  by?: string
  /** Where guesses are blocked: `known_place` or `unknown_places`. */
  shut?: string
  deletesAt?: string
  /** Until when an account is blocked. */
  until?: string
  left?: number
  /** Whether every account needs a second factor by now. */
  isRequired?: boolean
}

/** Subject, what happened, and what to do about it. */
type Told = readonly [subject: string, what: string, ...more: string[]]

export type NoticeWords = Record<NoticeName, (about: NoticeDetail & Common) => Told>

/** So many, or fewer, are said to be few. */
export const fewCodes = 3
