import type { Config } from '../config.ts'
import type { Content } from './content.ts'
import { type LanguageName, languages } from './languages/index.ts'
import { htmlOf, textOf } from './layout.ts'
import { forgotPasswordPath, pageAt } from './link.ts'
import type { Common, MailName, Mails } from './mails.ts'

/** The three faces of a mail. */
export type Composed = { subject: string; text: string; html: string }

/** Writes a mail, in text and HTML. */
export const compose = <Name extends MailName>(
  {
    productName,
    mailLogoUrl,
    ...reached
  }: Pick<Config, 'productName' | 'mailLogoUrl' | 'publicUrl' | 'port'>,
  name: Name,
  about: Mails[Name] & Pick<Common, 'at'>,
  languageName: LanguageName = 'en',
): Composed => {
  const language = languages[languageName]
  const common = { ...about, product: productName, passwordPage: pageAt(reached, forgotPasswordPath) }
  const write = language[name] as (about: Common) => Content
  const content = write(common)
  const frame = {
    product: productName,
    logoUrl: mailLogoUrl,
    language: language.tag,
    footer: language.footer(common),
  }
  return { subject: content.subject, text: textOf(content, frame), html: htmlOf(content, frame) }
}
