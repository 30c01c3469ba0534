import vine from '@vinejs/vine'
import { completeSecondFactor } from '#flows/sign-in/second-step/complete.ts'
import { findFactorWays } from '#flows/sign-in/second-step/factor-ways.ts'
import { html } from '#platform/html.ts'
import type { FactorAnswer } from '#sessions/proof/factors.ts'
import { act, type HostedPage, type Onward, untouched, type Visit } from '../../pages/hosted-page.ts'
import { assertionForm } from '../../pages/passkey-answer.ts'
import { stepChallengeOf } from '../../pages/sign-in/next.ts'
import { codeMethodOf, stepForms } from '../../pages/sign-in/step-forms.ts'
import { nextConsolePage } from '../next.ts'
import { consolePaths } from '../paths.ts'
import { enterConsole } from './enter.ts'

export const consoleStepPage: HostedPage = {
  path: consolePaths.secondStep,
  summary: 'The second step of a sign-in to the console, which always takes one.',
  subject: 'step',
  query: { next: 'Which of its pages it leads to.', method: '`backup_code`: with one of those.' },

  view: async (visit, again) => {
    const { words, at, query, deps } = visit
    const ways = await findFactorWays(deps, stepChallengeOf(visit))
    // a refused form shows its error first
    if (!ways || (!ways.isOpen && again === untouched)) return afterConsoleStep(visit)
    return {
      title: words.secondStep.title,
      hasScript: ways.passkey !== undefined,
      content: html`${stepForms(visit, again, ways, { toOther: (method) => at(consolePaths.secondStep, { next: query.next, method }) })}
<p class="soft"><a href="${at(consolePaths.signIn, { next: query.next })}">${words.secondStep.startOver}</a></p>`,
    }
  },

  acts: {
    '': act({
      body: () => vine.create({ code: vine.string() }),
      run: async (visit, { code }) => {
        const ways = await findFactorWays(visit.deps, stepChallengeOf(visit))
        return complete(visit, { method: codeMethodOf(visit, ways), code })
      },
    }),
    passkey: act({
      body: () => assertionForm,
      run: (visit, { credential }) => complete(visit, { method: 'passkey', credential }),
    }),
  },
}

const complete = (visit: Visit, answer: FactorAnswer): Promise<Onward> =>
  enterConsole(visit, () => {
    const given = { challenge: stepChallengeOf(visit), ...answer }
    return completeSecondFactor(visit.deps, given, visit.client, 'console')
  })

/** Where people continue whose challenge is over, perhaps because a button was pressed twice. */
const afterConsoleStep = async (visit: Visit): Promise<Onward> => {
  const { at, query, cookies } = visit
  if (await visit.visitor()) return { to: at(nextConsolePage(query.next)) }
  cookies.drop('step')
  return { to: at(consolePaths.signIn, { next: query.next, news: 'ended' }) }
}
