import { minuteOf } from '../../../messages/mail/minute.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { PageWords } from '../words.ts'

/** A time, for people and programs. */
export const timeTag = ({ language }: PageWords, at: Date | string): Html => {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}">${minuteOf(date, language)}</time>`
}
