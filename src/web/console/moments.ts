import { minuteOf } from '#messages/mail/minute.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../pages/hosted-page.ts'

/** The minute: whoever compares what happened needs more than "yesterday". */
export const minuteTag = ({ words: { language } }: Visit, at: string): Html =>
  html`<time datetime="${at}">${minuteOf(new Date(at), language)}</time>`

export const minuteOrNever = (visit: Visit, at: string | null): Html =>
  at === null ? html`${visit.words.console.never}` : minuteTag(visit, at)
