import { minuteOf } from '#messages/mail/minute.ts'
import { html } from '#platform/html.ts'
import type { HostedPage } from '../hosted-page.ts'
import { paths } from '../paths.ts'

export const closedPage: HostedPage = {
  path: paths.closed,
  summary: 'What somebody sees after closing an account.',
  view: async ({ words, cookies, at }) => {
    const told = cookies.read('closed')
    if (told === undefined) return { to: at(paths.signIn) }
    const texts = words.settings.closed
    const until = new Date(told)
    const isKept = !Number.isNaN(until.getTime())
    return {
      title: texts.title,
      content: html`<p>${isKept ? texts.until(minuteOf(until, words.language)) : texts.atOnce}</p>
${isKept ? html`<p><a href="${at(paths.signIn)}">${words.signIn.title}</a></p>` : undefined}`,
    }
  },
}
