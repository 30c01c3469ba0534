import { signInByPasskey } from '#flows/sign-in/grants/passkey.ts'
import { passwordGrant, signInByPassword } from '#flows/sign-in/grants/password.ts'
import { html } from '#platform/html.ts'
import { type Field, inputs, problemNote } from '../../pages/forms.ts'
import { act, type HostedPage, untouched, type Visit } from '../../pages/hosted-page.ts'
import { assertionForm } from '../../pages/passkey-answer.ts'
import { hasPasskeys, passkeyEntry } from '../../pages/sign-in/by-passkey.ts'
import { nextConsolePage } from '../next.ts'
import { consolePaths } from '../paths.ts'
import { enterConsole } from './enter.ts'

export const consoleSignInPage: HostedPage = {
  path: consolePaths.signIn,
  summary: 'The page to sign in to the console on.',
  isOnce: true,
  isEntry: true,
  query: { next: 'Which of its pages it leads to.', news: '`ended`: a visit is over.' },

  view: async (visit, again) => {
    const { words, at, query, deps } = visit
    if (again === untouched && (await visit.visitor())) return { to: at(nextConsolePage(query.next)) }
    const fields = fieldsOf(visit)
    const { lead, ended } = words.console.signIn
    return {
      title: words.console.name,
      hasScript: hasPasskeys(visit),
      content: html`${again === untouched && query.next !== undefined && query.news === 'ended' ? html`<p class="note bad" role="alert">${ended}</p>` : undefined}${problemNote(words, again, fields)}
<p>${lead(deps.config.productName)}</p>
<form method="post">
${inputs(visit, fields, again)}
<button type="submit">${words.signIn.button}</button>
</form>
${passkeyEntry(visit, [html`<p class="or">${words.signIn.or}</p>`])}`,
    }
  },

  acts: {
    '': act({
      body: () => passwordGrant.body,
      run: (visit, body) =>
        enterConsole(visit, () => signInByPassword(visit.deps, body, visit.client, 'console')),
    }),
    passkey: act({
      body: () => assertionForm,
      run: (visit, { credential }) =>
        enterConsole(visit, () => signInByPasskey(visit.deps, { credential }, visit.client, 'console')),
    }),
  },
}

const fieldsOf = (visit: Visit): Field[] => [
  {
    name: 'email',
    label: visit.words.fields.email,
    type: 'email',
    // a browser that has passkeys offers them here
    autocomplete: hasPasskeys(visit) ? 'username webauthn' : 'username',
  },
  {
    name: 'password',
    label: visit.words.fields.password,
    type: 'password',
    autocomplete: 'current-password',
  },
]
