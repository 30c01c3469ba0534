import type { Config } from '#config/config.ts'
import { register, registrationBodyOf } from '#flows/registration/register.ts'
import { type Html, html } from '#platform/html.ts'
import { type Field, inputs, problemNote } from '../forms.ts'
import { act, type HostedPage, untouched, type Visit } from '../hosted-page.ts'
import { newPasswordFields } from '../new-password.ts'
import { paragraphs } from '../page.ts'
import { paths } from '../paths.ts'
import { emailCodeButton, mailCode } from './by-email-code.ts'
import { hasPasskeys } from './by-passkey.ts'
import { readFlow, schemeOf } from './flow.ts'
import { enter, leadOn } from './next.ts'
import { offerOrOn, readyField } from './offer.ts'
import { providerWays } from './other-ways.ts'
import { cancelLink, signInPage } from './sign-in.ts'

export const registerPage: HostedPage = {
  path: paths.register,
  summary: 'The page to create an account on.',
  isOnce: true,
  isEntry: true,
  query: signInPage.query!,

  view: async (visit, again) => {
    const flow = readFlow(visit.deps, visit.query)
    const { prompt, screen: _, ...parameters } = flow.parameters
    const visitor = prompt !== undefined || again !== untouched ? undefined : await visit.visitor()
    if (visitor) return leadOn(visit, flow, visitor)
    const { words, deps } = visit
    const haveOne = html`<p>${words.register.haveOne} <a href="${visit.at(paths.signIn, { ...parameters, prompt: prompt && 'login' })}">${words.register.signIn}</a></p>
${cancelLink(visit, flow)}`
    const { registration } = deps.config
    if (registration !== 'open') {
      const content = html`${paragraphs([words.register.closed[registration]])}${haveOne}`
      return { title: words.register.title, content }
    }
    const fields = fieldsOf(visit, flow.parameters.login_hint)
    return {
      title: words.register.title,
      formAction: schemeOf(flow),
      hasScript: hasPasskeys(visit),
      content: html`${problemNote(words, again, fields)}
<form method="post">
${inputs(visit, fields, again)}
${agreement(visit, deps.config)}
${readyField(visit)}
<button type="submit">${words.register.button}</button>
${emailCodeButton(visit)}
</form>
${providerWays(visit, flow)}
${haveOne}`,
    }
  },

  acts: {
    '': act({
      body: ({ config }) => registrationBodyOf(config),
      run: (visit, body, typed) => {
        const { deps, client, query } = visit
        const open = () => register(deps, body, client, 'page')
        return enter(visit, readFlow(deps, query), open, offerOrOn(visit, typed))
      },
    }),
    'email-code': mailCode,
  },
}

const fieldsOf = (visit: Visit, hint: string | undefined): Field[] => [
  {
    name: 'email',
    label: visit.words.fields.email,
    type: 'email',
    autocomplete: 'username',
    ...(hint && { value: hint }),
  },
  ...newPasswordFields(visit.words, visit.deps.config, { hasScript: hasPasskeys(visit) }),
]

/** What somebody accepts who creates an account, if there is anything. */
export const agreement = ({ words }: Visit, { termsUrl, privacyUrl }: Config): Html | undefined => {
  if (!termsUrl && !privacyUrl) return
  const { begin, and, end } = words.register.agree
  const links = [
    ...(termsUrl ? [html`<a href="${termsUrl}">${words.register.agree.terms}</a>`] : []),
    ...(privacyUrl ? [html`<a href="${privacyUrl}">${words.register.agree.privacy}</a>`] : []),
  ]
  const [first, second] = links
  return html`<p class="soft">${begin} ${first}${second && html` ${and} ${second}`}${end}</p>`
}
