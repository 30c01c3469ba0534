import { type Call, search } from '../call.ts'
import type { Account, AccountDeletion, AccountExport, EventPage, LanguageTag, MailPage } from '../wire.ts'
import type { PasskeyProof } from './passkeys.ts'

/** `next` of a page is the `cursor` of the next one. */
export type Page = { limit?: number; cursor?: string }

/** What a fresh proof of identity consists of. */
export type Proof =
  | { method: 'password'; password: string }
  | { method: 'totp' | 'backup_code'; code: string }
  | PasskeyProof

/** The account as a whole. */
export const accountArea = (call: Call) => ({
  get: () => call<Account>('GET', '/users/me'),
  /** The account's events, newest first. */
  events: (page: Page = {}) => call<EventPage>('GET', `/users/me/events${search(page)}`),
  /** The emails sent to its owner within about a week, newest first. */
  mails: (page: Page = {}) => call<MailPage>('GET', `/users/me/mails${search(page)}`),
  /** Everything that the service holds about the person. */
  export: () => call<AccountExport>('GET', '/users/me/export'),
  /** Emails use it from now on. Null stands for the language of the service. */
  setLanguage: (language: LanguageTag | null) => call('PATCH', '/users/me', { language }),
  /**
   * Answers a refusal with `reauthentication_required`: renews the proof of identity. Send the refused call again
   * afterwards.
   */
  prove: (proof: Proof) => call('POST', '/auth/proof', proof),
  /**
   * Closes the account.
   * @returns until when a sign-in keeps it; nothing if it is gone already
   */
  close: () => call<AccountDeletion | undefined>('DELETE', '/users/me'),
})
