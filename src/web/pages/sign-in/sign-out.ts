import { html } from '../../../platform/html.ts'
import { signOut } from '../../../sessions/end.ts'
import { forgetVisit } from '../forget-visit.ts'
import { buttonForm, problemNote } from '../forms.ts'
import { act, type HostedPage } from '../hosted-page.ts'
import { paths } from '../paths.ts'

export const signOutPage: HostedPage = {
  path: paths.signOut,
  summary: 'The page to sign out on.',
  subject: 'account',

  view: async (visit, again) => {
    // for the language of the account
    await visit.visitor()
    const { title, lead, button, back } = visit.words.signOut
    return {
      title,
      content: html`${problemNote(visit.words, again, [])}<p>${lead}</p>
${buttonForm(visit, button)}
<p><a href="${visit.at(paths.settings)}">${back}</a></p>`,
    }
  },

  acts: {
    '': act({
      run: async (visit) => {
        const visitor = await visit.visitor()
        if (visitor) await signOut(visit.deps, visitor, visit.client)
        forgetVisit(visit)
        return { to: visit.at(paths.signIn, { news: 'signed-out' }) }
      },
    }),
  },
}
