import type { Content } from './content.ts'
import type { NoticeDetail, NoticeName } from './notices.ts'

/** Every mail, and what it has to be told beside what all are told. */
export type Mails = {
  'verify-email': { link: string; code: string; hours: number }
  'reset-password': { link: string; minutes: number; address: string }
  'confirm-new-email': { link: string; minutes: number; address: string }
  /** Goes to the former address. */
  'email-changed': { link: string; days: number; address: string }
  'reset-two-factor': { link: string; minutes: number; hours: number; address: string }
  /** Goes out more than once while it waits. */
  'two-factor-removal': { link: string; removesAt: string }
  notice: { notice: NoticeName } & NoticeDetail
}

export type MailName = keyof Mails

/** What every mail is told. */
export type Common = {
  product: string
  at: Date
  /** Where somebody gets a new password, whatever else is lost. */
  passwordPage: string
}

/** All mails in one language. */
export type Language = {
  [Name in MailName]: (about: Common & Mails[Name]) => Content
} & { /** Of the HTML. */ tag: string; footer: (about: Common) => string }
