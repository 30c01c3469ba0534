import type { Client } from '../../deps.ts'
import type { Content } from './content.ts'
import type { NoticedPage } from './link.ts'
import type { NoticeDetail, NoticeName } from './notices.ts'

/** Every email and its data, in addition to `Common`. */
export type Mails = {
  invitation: { link: string; hours: number }
  'verify-email': { link: string; code: string; hours: number; codeMinutes: number }
  'reset-password': { link: string; minutes: number } & Asked
  'confirm-new-email': { link: string; minutes: number } & Asked
  /** To the former address. */
  'email-changed': { link: string; days: number } & Asked
  'reset-two-factor': { link: string; minutes: number; hours: number } & Asked
  /** Sent repeatedly during the waiting period. */
  'two-factor-removal': { link: string; removesAt: string }
  /** A code to sign in with. */
  'sign-in-code': { code: string; minutes: number } & Asked
  /** The same to an address without an account: the code makes one. */
  'sign-up-code': { code: string; minutes: number } & Asked
  /** To an address without an account, where nobody may create one. */
  'no-account': Asked
  notice: { notice: NoticeName } & NoticeDetail
  /** To everybody who may use the console. `email` and `ip` are the operator's who was granted it, used it, or was removed. */
  'operator-news': {
    what: 'granted' | 'elsewhere' | 'removed'
    email: string
    scopes: readonly string[]
    ip?: string | null
    device?: string
  }
  /** To operators. */
  'webhook-off': { host: string; because: string }
}

/** Those that are about no account. */
export type OperatorMailName = 'webhook-off'

/** Where a request came from. An operator's comes from nowhere. */
type Asked = Partial<Pick<Client, 'userAgent'>> & {
  address: string | null
  /** In our own words and the owner's language. */
  device?: string
}

export type MailName = keyof Mails

/** The data of every email. */
export type Common = {
  product: string
  at: Date
  passwordPage: string
  /** The address of a page, unless `PAGES` is off. */
  pageOf: (page: NoticedPage) => string | undefined
}

export type MailWords = {
  [Name in MailName]: (about: Common & Mails[Name]) => Content
} & {
  footer: (about: Common) => string
  /** After a label. */
  colon: string
  /** Between a browser and its system: `Firefox on Linux`, `Safari on an iPhone`. */
  on: { system: string; handheld: string }
}
