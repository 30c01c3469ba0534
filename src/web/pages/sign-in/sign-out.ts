import { html } from '../../../platform/html.ts'
import { signOut } from '../../../sessions/end.ts'
import { buttonForm } from '../forms.ts'
import { act, type HostedPage } from '../hosted-page.ts'
import { paths } from '../paths.ts'

export const signOutPage: HostedPage = {
  path: paths.signOut,
  summary: 'The page to sign out on.',

  view: async ({ words, at }) => ({
    title: words.signOut.title,
    content: html`<p>${words.signOut.lead}</p>
${buttonForm(words.signOut.button)}
<p><a href="${at(paths.settings)}">${words.signOut.back}</a></p>`,
  }),

  acts: {
    '': act({
      run: async (visit) => {
        const visitor = await visit.visitor()
        if (visitor) await signOut(visit.deps, visitor, visit.client)
        visit.cookies.drop('account')
        return { to: visit.at(paths.signIn, { news: 'signed-out' }) }
      },
    }),
  },
}
