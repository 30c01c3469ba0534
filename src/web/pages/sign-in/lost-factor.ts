import { requestReset } from '../../../flows/recovery/request.ts'
import { notFound } from '../../../platform/errors.ts'
import { html } from '../../../platform/html.ts'
import { buttonForm, problemNote } from '../forms.ts'
import { act, type HostedPage } from '../hosted-page.ts'
import { paragraphs } from '../page.ts'
import { paths } from '../paths.ts'
import { backToSignIn } from './back-to-sign-in.ts'
import { readFlow } from './flow.ts'

export const lostFactorPage: HostedPage = {
  path: paths.lostFactor,
  summary: 'The page for somebody who has lost the second factor.',
  subject: 'step',

  view: async (visit, again) => {
    const { words, deps, query, at } = visit
    const hours = deps.config.twoFactorResetHours
    if (hours === 0) throw notFound()
    if (visit.cookies.read('step') === undefined) return backToSignIn(visit, 'expired')
    const { title, lead, button, back } = words.lostFactor
    return {
      title,
      content: html`${paragraphs(lead(hours))}${problemNote(words, again, [])}
${buttonForm(visit, button)}
<p><a href="${at(paths.secondStep, readFlow(deps, query).parameters)}">${back}</a></p>`,
    }
  },

  acts: {
    '': act({
      run: async ({ deps, client, words, cookies }) => {
        await requestReset(deps, cookies.read('step') ?? '', client)
        const { title, lead } = words.lostFactor.done
        return { title, content: paragraphs(lead) }
      },
    }),
  },
}
