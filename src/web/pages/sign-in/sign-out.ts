import { trustedRedirect } from '#flows/providers/start.ts'
import { withParameters } from '#flows/return/redirect-uri.ts'
import { html } from '#platform/html.ts'
import { signOut } from '#sessions/end.ts'
import { forgetVisit } from '../forget-visit.ts'
import { buttonForm, problemNote } from '../forms.ts'
import { act, type HostedPage, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { siteBefore } from './came-from.ts'
import { leadingPage } from './leading-page.ts'

/**
 * Ends the visit, and leads back to the application that sent the person here, or that they signed in for. It asks first: any
 * site can send people here (OpenID Connect RP-Initiated Logout 1.0, sections 2 and 6).
 */
export const signOutPage: HostedPage = {
  path: paths.signOut,
  summary: 'The page to sign out on.',
  query: {
    redirect_uri:
      'Where to come back to, one of `OAUTH_REDIRECT_URIS`. Without it, the site that they signed in for here, or the page to sign in on.',
    state: 'Comes back with it.',
  },
  subject: 'account',

  view: async (visit, again) => {
    const back = backOf(visit)
    const { title, lead, button, back: stay, over } = visit.words.signOut
    if (!(await visit.visitor())) {
      forgetVisit(visit)
      visit.cookies.drop('from')
      return back
        ? leadingPage(visit, { title: over, to: back })
        : { to: visit.at(paths.signIn, { news: 'signed-out' }) }
    }
    return {
      title,
      content: html`${problemNote(visit.words, again, [])}<p>${lead}</p>
${buttonForm(visit, button)}
<p><a href="${visit.at(paths.settings)}">${stay}</a></p>`,
    }
  },

  acts: {
    '': act({
      run: async (visit) => {
        const { redirect_uri, state } = visit.query
        // refused before anything ends
        backOf(visit)
        const visitor = await visit.visitor()
        if (visitor) await signOut(visit.deps, visitor, visit.client)
        forgetVisit(visit)
        // a form's policy covers all its redirects, and this page, once completed, redirects by itself
        return { to: visit.at(paths.signOut, { redirect_uri, state }) }
      },
    }),
  },
}

/** @throws 400 unless it is registered */
const backOf = (visit: Visit): string | undefined => {
  const { redirect_uri, state } = visit.query
  if (redirect_uri === undefined) return siteBefore(visit)
  return withParameters(trustedRedirect(visit.deps, { redirect_uri }), { state })
}
