import vine from '@vinejs/vine'
import { type CodeMethod, codeMethods } from '#credentials/index.ts'
import { completeSecondFactor } from '#flows/sign-in/second-step/complete.ts'
import { type FactorWays, findFactorWays } from '#flows/sign-in/second-step/factor-ways.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import { type Html, html } from '#platform/html.ts'
import type { FactorAnswer } from '#sessions/proof/factors.ts'
import { codeField } from '../code-field.ts'
import { inputs, problemNote } from '../forms.ts'
import { type Again, act, type HostedPage, type Onward, untouched, type Visit } from '../hosted-page.ts'
import { assertionForm } from '../passkey-answer.ts'
import { passkeyForm } from '../passkey-form.ts'
import { paths } from '../paths.ts'
import { keepCodes } from '../settings/codes-cookie.ts'
import { ticked, trustBox } from '../trust-device.ts'
import type { PageWords } from '../words.ts'
import { type Flow, onwardOf, readFlow, schemeOf } from './flow.ts'
import { afterStep, enter, stepChallengeOf } from './next.ts'

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
    const method = codeMethodOf(visit, ways)
    const fields = [codeField(words, method)]
    const texts = words.secondStep
    return {
      title: texts.title,
      formAction: schemeOf(flow),
      hasScript: ways.passkey !== undefined,
      content: html`${problemNote(words, again, fields)}
${passkeyFirst(visit, ways, again)}
<p>${codeTextsOf(words, method).lead}</p>
<form method="post">
${inputs(visit, fields, again)}
${trustBox(visit, again)}
<button type="submit"${ways.passkey && html` class="plain"`}>${texts.button}</button>
</form>
${otherCodes(visit, flow, ways, method)}
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
      const given = { challenge: stepChallengeOf(visit), ...answer, trustDevice: box === ticked, showsCodes: true }
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

/** As chosen, or the first available. */
const codeMethodOf = ({ query }: Visit, ways: FactorWays | undefined): CodeMethod =>
  codeMethods.find((method) => method === query.method) ??
  codeMethods.find((method) => ways?.methods.includes(method)) ??
  'backup_code'

const passkeyFirst = (visit: Visit, { passkey }: FactorWays, again: Again): Html | undefined =>
  passkey &&
  html`${passkeyForm(visit, {
    kind: 'get',
    options: passkey.publicKey,
    act: 'passkey',
    button: visit.words.secondStep.usePasskey,
    failed: visit.words.passkey.failed,
    fields: [trustBox(visit, again, 'trustDeviceByPasskey')].filter((box) => box !== undefined),
  })}
<p class="or">${visit.words.signIn.or}</p>`

const otherCodes = (
  visit: Visit,
  { parameters }: Flow,
  { methods }: FactorWays,
  chosen: CodeMethod,
): Html[] =>
  codeMethods
    .filter((method) => method !== chosen && methods.includes(method))
    .map((method) => {
      const other = visit.at(paths.secondStep, { ...parameters, method })
      return html`<p><a href="${other}">${codeTextsOf(visit.words, method).use}</a></p>`
    })

/** A kind of code without words of its own is called by its name. */
const codeTextsOf = ({ secondStep, fields }: PageWords, method: string) => {
  const texts: Readonly<Record<string, { lead: string; use: string }>> = secondStep.codes
  return texts[method] ?? { lead: fields.code, use: method }
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
