import vine from '@vinejs/vine'
import { completeSecondFactor } from '../../../flows/sign-in/second-step/complete.ts'
import { isRefusedAs } from '../../../platform/errors.ts'
import { html } from '../../../platform/html.ts'
import { codeField } from '../code-field.ts'
import { inputs, problemNote } from '../forms.ts'
import { act, type HostedPage, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { enter } from './enter.ts'
import { originOf, readFlow } from './flow.ts'

export const secondStepPage: HostedPage = {
  path: paths.secondStep,
  summary: 'The second step of a sign-in.',
  query: { method: '`backup_code`: with one of those.' },

  view: async (visit, again) => {
    const { words, query, deps } = visit
    const flow = readFlow(deps, query)
    if (visit.cookies.read('step') === undefined) return backToSignIn(visit, 'expired')
    const isBackup = query.method === 'backup_code'
    const fields = [codeField(words, isBackup)]
    const texts = words.secondStep
    const other = visit.at(paths.secondStep, {
      ...flow.parameters,
      method: isBackup ? undefined : 'backup_code',
    })
    return {
      title: texts.title,
      formAction: originOf(flow),
      content: html`<p>${isBackup ? texts.backup : texts.app}</p>
${problemNote(words, again, fields)}
<form method="post">
${inputs(words, fields, again)}
<button type="submit">${texts.button}</button>
</form>
<p><a href="${other}">${isBackup ? texts.useApp : texts.useBackup}</a></p>
${deps.config.twoFactorResetHours > 0 ? html`<p><a href="${visit.at(paths.lostFactor, flow.parameters)}">${texts.lost}</a></p>` : undefined}
<p class="soft"><a href="${visit.at(paths.signIn, { ...flow.parameters, prompt: 'login' })}">${texts.startOver}</a></p>`,
    }
  },

  acts: {
    '': act({
      body: () => vine.create({ code: vine.string() }),
      run: async (visit, { code }) => {
        const { deps, client, query } = visit
        const method = query.method === 'backup_code' ? 'backup_code' : 'totp'
        const answer = { challenge: visit.cookies.read('step') ?? '', method, code: code.trim() } as const
        try {
          return await enter(visit, readFlow(deps, query), () =>
            completeSecondFactor(deps, answer, client, 'page'),
          )
        } catch (error) {
          if (!isRefusedAs(error, 'invalid_challenge')) throw error
          visit.cookies.drop('step')
          return backToSignIn(visit, 'expired')
        }
      },
    }),
  },
}

/** With the address still in it, and the reason why (WCAG 2.2.1, 3.3.7). */
export const backToSignIn = ({ at, deps, query }: Visit, news: string) => ({
  to: at(paths.signIn, { ...readFlow(deps, query).parameters, news }),
})
