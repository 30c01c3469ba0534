import { dayOf, minuteOf } from '#messages/mail/minute.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { agoOf } from './ago.ts'

/** A past time, for people and programs. Hovering shows the minute. */
export const timeTag = ({ words: { language }, deps }: Visit, at: Date | string): Html => {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}" title="${minuteOf(date, language)}">${agoOf(date, deps.now(), language)}</time>`
}

/** A time to come, which may be weeks away. */
export const dayTag = ({ words: { language } }: Visit, at: Date | string): Html => {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}" title="${minuteOf(date, language)}">${dayOf(date, language)}</time>`
}
