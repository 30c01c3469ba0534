import type { Config } from '../../config/config.ts'
import type { Language } from '../../platform/languages.ts'
import type { Composed } from '../../platform/mailer.ts'
import { texts } from '../texts/index.ts'
import type { Content } from './content.ts'
import { htmlOf, textOf } from './layout.ts'
import { forgotPasswordPath, type NoticedPage, noticedPaths, pageAt } from './link.ts'
import type { Common, MailName, Mails } from './mails.ts'

type Look = Pick<Config, 'productName' | 'logoUrl' | 'brandColor' | 'pages' | 'publicUrl' | 'port'>

export const compose = <Name extends MailName>(
  { productName, logoUrl, brandColor, pages, ...reached }: Look,
  name: Name,
  about: Mails[Name] & Pick<Common, 'at'>,
  language: Language,
): Composed => {
  const { mails } = texts[language]
  const common = {
    ...about,
    product: productName,
    passwordPage: pageAt(reached, forgotPasswordPath),
    pageOf: (page: NoticedPage) => (pages ? pageAt(reached, noticedPaths[page]) : undefined),
  }
  const write = mails[name] as (about: Common) => Content
  const content = write(common)
  const { colon } = mails
  const frame = {
    product: productName,
    logoUrl,
    brandColor,
    language,
    colon,
    footer: content.footer ?? mails.footer(common),
  }
  return { subject: content.subject, text: textOf(content, frame), html: htmlOf(content, frame) }
}
