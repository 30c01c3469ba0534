import { requestReset } from '#flows/second-factor/lost/request.ts'
import { isRefusedAs, notFound } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { buttonForm, problemNote } from '../forms.ts'
import { act, type HostedPage } from '../hosted-page.ts'
import { paragraphs } from '../page.ts'
import { paths } from '../paths.ts'
import { readFlow } from './flow.ts'
import { afterStep, stepChallengeOf } from './next.ts'

export const lostFactorPage: HostedPage = {
  path: paths.lostFactor,
  summary: 'The page for somebody who has lost the second factor.',
  subject: 'step',

  view: async (visit, again) => {
    const { words, deps, query, at } = visit
    const hours = deps.config.twoFactorResetHours
    if (hours === 0) throw notFound()
    if (stepChallengeOf(visit) === '') return afterStep(visit)
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
      run: async (visit) => {
        const { deps, client, words } = visit
        try {
          await requestReset(deps, stepChallengeOf(visit), client)
        } catch (error) {
          if (!isRefusedAs(error, 'invalid_challenge')) throw error
          visit.client.noteRefused?.(error)
          return afterStep(visit)
        }
        const { title, lead } = words.lostFactor.done
        return { title, content: paragraphs(lead) }
      },
    }),
  },
}
