import type { Content } from './content.ts'
import type { NoticeDetail, NoticeName } from './notices.ts'

/** Every mail, and what it has to be told beside what all are told. */
export type Mails = {
  'verify-email': { link: string; code: string; hours: number }
  'reset-password': { link: string; minutes: number; address: string }
  notice: { notice: NoticeName } & NoticeDetail
}

export type MailName = keyof Mails

/** What every mail is told. */
export type Common = { product: string; at: Date }

/** All mails in one language. */
export type Language = {
  [Name in MailName]: (about: Common & Mails[Name]) => Content
} & { /** Of the HTML. */ tag: string; footer: (about: Common) => string }
