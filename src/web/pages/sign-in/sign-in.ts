import { passwordGrant, signInByPassword } from '#flows/sign-in/grants/password.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { type Field, inputs, problemNote } from '../forms.ts'
import { type Again, act, type HostedPage, untouched, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { keptDeviceToken } from '../trust-device.ts'
import { emailCodeButton, mailCode } from './by-email-code.ts'
import { enterByPasskey, hasPasskeys } from './by-passkey.ts'
import { errorAt, type Flow, readFlow, schemeOf } from './flow.ts'
import { hasReason, newsOf } from './news.ts'
import { enter, leadOn } from './next.ts'
import { offerOrOn, readyField } from './offer.ts'
import { otherWays } from './other-ways.ts'

export const signInPage: HostedPage = {
  path: paths.signIn,
  summary: 'The page to sign in on.',
  isOnce: true,
  isEntry: true,
  query: {
    redirect_uri:
      'Where to return to with a one-time `code`: one of the registered addresses. Without it, to the settings.',
    state: 'Returned unchanged.',
    code_challenge: 'The base64url of the SHA-256 of a verifier (RFC 7636); required with `redirect_uri`.',
    code_challenge_method: '`S256`.',
    prompt:
      '`login`: even if somebody is signed in. `none`: back with `login_required` if nobody is, or a second factor is missing. `create`: to register.',
    screen: '`register`: to register.',
    login_hint: 'The address to begin with.',
    ui_locales: 'Preferred languages.',
  },

  view: async (visit, again) => {
    const flow = readFlow(visit.deps, visit.query)
    const { prompt, screen, ...parameters } = flow.parameters
    const isToRegister = prompt === 'create' || screen === 'register'
    if (isToRegister && !hasReason(visit))
      return { to: visit.at(paths.register, { ...parameters, prompt: 'create' }) }
    // the person whose sign-in expired need not be the one who is signed in now
    const isAnew = prompt === 'login' || isToRegister || visit.query.news === 'expired'
    // a refused form stays, even if somebody is signed in by now
    const visitor = isAnew || again !== untouched ? undefined : await visit.visitor()
    if (visitor) return leadOn(visit, flow, visitor)
    if (prompt === 'none' && flow.application)
      return { to: errorAt(visit.deps, flow.application, 'login_required') }
    const { words } = visit
    const fields = fieldsOf(visit, flow)
    return {
      title: words.signIn.title,
      formAction: schemeOf(flow),
      hasScript: hasPasskeys(visit),
      content: html`${again === untouched ? newsOf(visit) : undefined}${problemNote(words, again, fields)}${lockedNote(visit, again)}
<form method="post">
${inputs(visit, fields, again)}
${readyField(visit)}
<button type="submit">${words.signIn.button}</button>
${emailCodeButton(visit)}
</form>
<p><a href="${visit.at(paths.forgot, { ...parameters, prompt: isToRegister ? undefined : prompt })}">${words.signIn.forgot}</a></p>
${otherWays(visit, flow)}
${registerLink(visit, { ...parameters, prompt })}
${cancelLink(visit, flow)}`,
    }
  },

  acts: {
    '': act({
      body: () => passwordGrant.body,
      run: (visit, body, typed) => {
        const { deps, client, cookies, query } = visit
        cookies.write('hint', encodeURIComponent(body.email.typed), hintSeconds)
        const given = { ...body, deviceToken: keptDeviceToken(visit) }
        const open = () => signInByPassword(deps, given, client, 'page')
        return enter(visit, readFlow(deps, query), open, offerOrOn(visit, typed))
      },
    }),
    passkey: enterByPasskey,
    'email-code': mailCode,
  },
}

/** People who have to wait after wrong passwords have ways that need none. */
const lockedNote = (visit: Visit, { refused, typed }: Again): Html | undefined =>
  refused && isRefusedAs(refused, 'too_many_attempts') && typed.credential === undefined
    ? html`<p>${visit.words.signIn.locked(hasPasskeys(visit))}</p>`
    : undefined

// as long as a second step may take, after which the form is shown again
const hintSeconds = 5 * 60

const fieldsOf = (visit: Visit, flow: Flow): Field[] => [
  {
    name: 'email',
    label: visit.words.fields.email,
    type: 'email',
    // a browser that has passkeys offers them here
    autocomplete: hasPasskeys(visit) ? 'username webauthn' : 'username',
    ...emailOf(visit, flow),
  },
  {
    name: 'password',
    label: visit.words.fields.password,
    type: 'password',
    autocomplete: 'current-password',
  },
]

/** From the application, or as typed before an expired next step. */
const emailOf = ({ cookies, query }: Visit, { parameters }: Flow): { value?: string } => {
  const isBack = query.news === 'expired' || query.news === 'factor-on'
  const typed = isBack ? cookies.read('hint') : undefined
  const value = parameters.login_hint ?? (typed && decoded(typed))
  return value ? { value } : {}
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const registerLink = (
  { words, deps, at }: Visit,
  parameters: Readonly<Record<string, string | undefined>>,
): Html | undefined =>
  deps.config.registration === 'open'
    ? html`<p>${words.signIn.newHere} <a href="${at(paths.register, parameters)}">${words.signIn.register}</a></p>`
    : undefined

/** Reports to the application that the person cancelled. */
export const cancelLink = ({ words, deps }: Visit, { application }: Flow): Html | undefined => {
  if (!application) return
  const back = errorAt(deps, application, 'access_denied')
  return html`<p class="soft"><a href="${back}">${words.signIn.cancel(deps.config.productName)}</a></p>`
}
