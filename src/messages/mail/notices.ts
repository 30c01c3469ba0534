import type { NoticedPage } from './link.ts'
import type { Common } from './mails.ts'

/** What owners are notified of, even if they did it themselves, and the page about it. */
export const noticePages = {
  'new-sign-in': 'sessions',
  'two-factor-on': 'twoFactor',
  'two-factor-off': 'twoFactor',
  'two-factor-kept': 'twoFactor',
  'authenticator-added': 'twoFactor',
  'authenticator-removed': 'twoFactor',
  'authenticator-replaced': 'twoFactor',
  'passkey-added': 'passkeys',
  'passkey-removed': 'passkeys',
  'passkey-cloned': 'passkeys',
  'device-trusted': 'sessions',
  'device-token-stolen': 'sessions',
  'codes-renewed': 'twoFactor',
  'code-used': 'twoFactor',
  'password-changed': 'activity',
  'provider-linked': 'providers',
  'provider-unlinked': 'providers',
  'token-stolen': 'sessions',
  'code-stolen': 'sessions',
  'account-claimed': 'activity',
  'account-locked': undefined,
  'two-factor-locked': 'activity',
  'account-closed': 'signIn',
  'account-disabled': undefined,
  'account-enabled': 'signIn',
  'address-set': 'signIn',
} as const satisfies Record<string, NoticedPage | undefined>

export type NoticeName = keyof typeof noticePages

export type NoticeDetail = {
  ip?: string | null | undefined
  /** In our own words and the owner's language, such as `Firefox on Linux`. */
  device?: string | null | undefined
  provider?: string
  /** Who or what did it, if relevant. */
  by?: string
  /** Where guesses are blocked: `known_place` or `unknown_places`. */
  shut?: string
  deletesAt?: string
  /** Until when an account is blocked. */
  until?: string
  left?: number
  /** How somebody signed in. */
  methods?: readonly string[]
  /** Until when a device is trusted. */
  expiresAt?: string
  /** What a claim took away. */
  removed?: { secondFactor?: boolean }
  /** Whether every account needs a second factor by now. */
  isRequired?: boolean
}

/** Subject, what happened, and what to do about it. */
type Told = readonly [subject: string, what: string, ...more: string[]]

export type NoticeWords = Record<NoticeName, (about: NoticeDetail & Common) => Told>

/** At most so many are called few. */
export const fewCodes = 3

/** Whether a sign-in skipped the second step, where it was taken before. */
export const skippedStep = ({ methods = [] }: NoticeDetail): boolean => methods.includes('trusted_device')
