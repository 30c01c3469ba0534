import { html } from '#platform/html.ts'
import { signOut } from '#sessions/end.ts'
import { forgetVisit } from '../../pages/forget-visit.ts'
import { buttonForm, problemNote } from '../../pages/forms.ts'
import { act, type HostedPage } from '../../pages/hosted-page.ts'
import { consolePaths } from '../paths.ts'

export const consoleSignOutPage: HostedPage = {
  path: consolePaths.signOut,
  summary: 'The page to sign out of the console on.',
  subject: 'account',

  view: async (visit, again) => {
    const { words, at } = visit
    if (!(await visit.visitor())) return { to: at(consolePaths.signIn) }
    const { lead, back } = words.console.signOut
    return {
      title: words.signOut.title,
      content: html`${problemNote(words, again, [])}<p>${lead}</p>
${buttonForm(visit, words.signOut.button)}
<p><a href="${at(consolePaths.overview)}">${back}</a></p>`,
    }
  },

  acts: {
    '': act({
      run: async (visit) => {
        const visitor = await visit.visitor()
        if (visitor) await signOut(visit.deps, visitor, visit.client)
        forgetVisit(visit)
        return { to: visit.at(consolePaths.signIn) }
      },
    }),
  },
}
