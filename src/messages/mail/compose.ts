import type { Config } from '../../config/config.ts'
import type { Composed } from '../../platform/mailer.ts'
import { type LanguageName, texts } from '../texts/index.ts'
import type { Content } from './content.ts'
import { htmlOf, textOf } from './layout.ts'
import { forgotPasswordPath, pageAt } from './link.ts'
import type { Common, MailName, Mails } from './mails.ts'

export const compose = <Name extends MailName>(
  { productName, logoUrl, ...reached }: Pick<Config, 'productName' | 'logoUrl' | 'publicUrl' | 'port'>,
  name: Name,
  about: Mails[Name] & Pick<Common, 'at'>,
  languageName: LanguageName = 'en',
): Composed => {
  const language = texts[languageName]
  const common = { ...about, product: productName, passwordPage: pageAt(reached, forgotPasswordPath) }
  const write = language[name] as (about: Common) => Content
  const content = write(common)
  const frame = {
    product: productName,
    logoUrl: logoUrl,
    language: language.tag,
    footer: language.footer(common),
  }
  return { subject: content.subject, text: textOf(content, frame), html: htmlOf(content, frame) }
}
