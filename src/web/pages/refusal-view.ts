import type { Refused } from '../../platform/errors.ts'
import { html } from '../../platform/html.ts'
import { paragraphs, type View } from './page.ts'
import type { PageWords } from './words.ts'

/** A page that says why there is none. */
export const refusalView = (words: PageWords, refused: Refused, forgot: string): View => {
  const { title, lead } = textsOf(words, refused)
  const link = html`<p><a href="${forgot}">${words.forgot.title}</a></p>`
  const content = [...paragraphs([lead]), ...(refused.status === 401 ? [link] : [])]
  return { title, content, status: refused.status, headers: refused.headers, isRefusal: true }
}

type Texts = { title: string; lead: string }

const textsOf = (words: PageWords, refused: Refused): Texts => {
  const { refusals } = words
  if (refused.page) return refusals[refused.page]
  if (refused.details.code === 'cross_site') return refusals.fromElsewhere
  const byStatus: Record<number, Texts> = {
    401: refusals.deadLink,
    404: refusals.notFound,
    415: refusals.fromElsewhere,
    429: refusals.tooMany,
    503: refusals.away,
  }
  return byStatus[refused.status] ?? { title: refusals.other, lead: words.refused(refused) }
}
