import vine from '@vinejs/vine'
import { mailedCodeSeconds } from '#credentials/mailed-code/queries.ts'
import { requireEmailSignIn } from '#flows/sign-in/email-code/require-email-sign-in.ts'
import { signInByEmailCode } from '#flows/sign-in/grants/email-code.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { minute } from '#platform/seconds.ts'
import { blamedCode } from '../code-field.ts'
import { type Field, inputs, problemNote } from '../forms.ts'
import { act, type HostedPage, type Onward, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import type { PageWords } from '../words.ts'
import { hasPasskeys } from './by-passkey.ts'
import { onwardOf, readFlow, schemeOf } from './flow.ts'
import { backToSignIn, enter } from './next.ts'
import { offerOrOn, readyField } from './offer.ts'
import { agreement } from './register.ts'
import { signInPage } from './sign-in.ts'

/** In place of a challenge that this browser has answered: a button pressed twice did its work the first time. */
const answered = 'answered'

export const emailCodePage: HostedPage = {
  path: paths.emailCode,
  summary: 'Where a code is typed that was mailed to sign in.',
  subject: 'email-code',
  needs: requireEmailSignIn,
  query: { ...signInPage.query, over: 'Whether the code is over.' },

  view: async (visit, again) => {
    const { words, deps, query, cookies, at } = visit
    const flow = readFlow(deps, query)
    const challenge = cookies.read('email-code')
    if (challenge === undefined || challenge === answered || query.over !== undefined) return afterCode(visit)
    const { title, lead, button } = words.emailCode
    const fields = [emailCodeField(words)]
    return {
      title,
      formAction: schemeOf(flow),
      hasScript: hasPasskeys(visit),
      content: html`${problemNote(words, again, fields)}
<p>${lead}</p>
<form method="post">
${inputs(visit, fields, again)}
${deps.config.registration === 'open' ? agreement(visit, deps.config) : undefined}
${readyField(visit)}
<button type="submit">${button}</button>
</form>
<p class="soft"><a href="${at(paths.signIn, { ...onwardOf(flow), prompt: 'login' })}">${words.secondStep.startOver}</a></p>`,
    }
  },

  acts: {
    '': act({
      body: () => vine.create({ code: vine.string() }),
      run: async (visit, { code }, typed) => {
        const { deps, client, query, cookies, at } = visit
        const flow = readFlow(deps, query)
        const challenge = cookies.read('email-code') ?? ''
        try {
          const onward = await enter(
            visit,
            flow,
            () => signInByEmailCode(deps, { challenge, code }, client, 'page'),
            offerOrOn(visit, typed),
          )
          cookies.write('email-code', answered, mailedCodeSeconds)
          return onward
        } catch (error) {
          if (!isRefusedAs(error, 'invalid_challenge')) throw error
          // pressed twice: only the first answer's cookies show this browser that it is signed in
          return { to: at(paths.emailCode, { ...flow.parameters, over: 'yes' }) }
        }
      },
    }),
  },
}

/** Where people continue whose code is over. */
const afterCode = async (visit: Visit): Promise<Onward> => {
  const { cookies, deps, query, at } = visit
  if (cookies.read('email-code') !== answered) {
    cookies.drop('email-code')
    // an earlier visit may be another person's
    return backToSignIn(visit, 'expired')
  }
  const { parameters } = readFlow(deps, query)
  if (cookies.read('step') !== undefined) return { to: at(paths.secondStep, parameters) }
  if (cookies.read('enrolment') !== undefined) return { to: at(paths.enrolment, parameters) }
  return (await visit.visitor()) ? { to: at(paths.onward, parameters) } : backToSignIn(visit, 'expired')
}

const emailCodeField = (words: PageWords): Field => ({
  ...blamedCode(words),
  hint: words.awaitEmail.code(mailedCodeSeconds / minute),
  isNumeric: false,
})
