import vine from '@vinejs/vine'
import type { CodeMethod } from '#credentials/index.ts'
import { completeSecondFactor } from '#flows/sign-in/second-step/complete.ts'
import { type FactorWays, findFactorWays } from '#flows/sign-in/second-step/factor-ways.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import { type Html, html } from '#platform/html.ts'
import type { FactorAnswer } from '#sessions/proof/factors.ts'
import { act, type HostedPage, type Onward, untouched, type Visit } from '../hosted-page.ts'
import { assertionForm } from '../passkey-answer.ts'
import { paths } from '../paths.ts'
import { keepCodes } from '../settings/codes-cookie.ts'
import { ticked, trustBox } from '../trust-device.ts'
import { type Flow, onwardOf, readFlow, schemeOf } from './flow.ts'
import { afterStep, enter, stepChallengeOf } from './next.ts'
import { codeMethodOf, stepForms } from './step-forms.ts'

export const secondStepPage: HostedPage = {
  path: paths.secondStep,
  summary: 'The second step of a sign-in.',
  subject: 'step',
  query: { method: '`backup_code`: with one of those.' },

  view: async (visit, again) => {
    const { words, query, deps } = visit
    const flow = readFlow(deps, query)
    const ways = await findFactorWays(deps, stepChallengeOf(visit))
    // a refused form shows its error first
    if (!ways || (!ways.isOpen && again === untouched)) return afterStep(visit)
    const texts = words.secondStep
    const toOther = (method: CodeMethod) => visit.at(paths.secondStep, { ...flow.parameters, method })
    return {
      title: texts.title,
      formAction: schemeOf(flow),
      hasScript: ways.passkey !== undefined,
      content: html`${stepForms(visit, again, ways, { toOther, box: (id) => trustBox(visit, again, id) })}
${lostLink(visit, flow, ways)}
<p class="soft"><a href="${visit.at(paths.signIn, { ...onwardOf(flow), prompt: 'login' })}">${texts.startOver}</a></p>`,
    }
  },

  acts: {
    '': act({
      body: () => vine.create({ code: vine.string(), ...trusting() }),
      run: async (visit, { code, trustDevice: box }) => {
        const ways = await findFactorWays(visit.deps, stepChallengeOf(visit))
        return complete(visit, { method: codeMethodOf(visit, ways), code }, box)
      },
    }),
    passkey: act({
      body: () => assertionForm,
      others: { trustDevice: `\`${ticked}\`: to skip this step in this browser for a while.` },
      run: (visit, { credential }, { trustDevice: box }) =>
        complete(visit, { method: 'passkey', credential }, box),
    }),
  },
}

const trusting = () => ({ trustDevice: optional(vine.literal(ticked)) })

const complete = async (visit: Visit, answer: FactorAnswer, box: string | undefined): Promise<Onward> => {
  const { deps, client, query, at } = visit
  const flow = readFlow(deps, query)
  try {
    let codes: string[] | undefined
    const onward = await enter(visit, flow, async () => {
      const given = {
        challenge: stepChallengeOf(visit),
        ...answer,
        trustDevice: box === ticked,
        showsCodes: true,
      }
      const row = await completeSecondFactor(deps, given, client, 'page')
      codes = row.backup
      if (codes) await keepCodes(visit, row, codes)
      return row
    })
    return codes ? { to: at(paths.codes, onwardOf(flow)) } : onward
  } catch (error) {
    if (!isRefusedAs(error, 'invalid_challenge')) throw error
    visit.client.noteRefused?.(error)
    // pressed twice: only the first answer's cookies show this browser that it is signed in
    return { to: at(paths.secondStep, flow.parameters) }
  }
}

const lostLink = (
  { words, deps, at }: Visit,
  { parameters }: Flow,
  { methods }: FactorWays,
): Html | undefined => {
  if (deps.config.twoFactorResetHours === 0) return
  const text = methods.includes('passkey') ? words.lostFactor.title : words.secondStep.lost
  return html`<p><a href="${at(paths.lostFactor, parameters)}">${text}</a></p>`
}
