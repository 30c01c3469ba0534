import type { Content } from './content.ts'
import type { NoticedPage } from './link.ts'
import type { NoticeDetail, NoticeName } from './notices.ts'

/** Every email and its data, in addition to `Common`. */
export type Mails = {
  invitation: { link: string; hours: number }
  'verify-email': { link: string; code: string; hours: number; codeMinutes: number }
  'reset-password': { link: string; minutes: number; address: string | null }
  'confirm-new-email': { link: string; minutes: number; address: string }
  /** To the former address. */
  'email-changed': { link: string; days: number; address: string }
  'reset-two-factor': { link: string; minutes: number; hours: number; address: string }
  /** Sent repeatedly during the waiting period. */
  'two-factor-removal': { link: string; removesAt: string }
  notice: { notice: NoticeName } & NoticeDetail
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
