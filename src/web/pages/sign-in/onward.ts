import type { HostedPage, Onward } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { readFlow } from './flow.ts'
import { leadingPage } from './leading-page.ts'
import { leadOn } from './next.ts'
import { signInPage } from './sign-in.ts'

/**
 * Between the forms and where they lead. `form-action` holds along all redirects of a form, and only the application knows
 * how many its own address makes, over which sites: the page leads on by itself.
 */
export const onwardPage: HostedPage = {
  path: paths.onward,
  summary: 'Leads on from a form to the application.',
  isOnce: true,
  query: signInPage.query!,

  view: async (visit) => {
    const { deps, query, at } = visit
    const flow = readFlow(deps, query)
    const visitor = await visit.visitor()
    // how a sign-in is to begin is the business of its page
    if (!visitor || flow.parameters.prompt) return { to: at(paths.signIn, flow.parameters) }
    const onward = await leadOn(visit, flow, visitor)
    return isSite(onward) ? leadingPage(visit, visit.words.onward.title, onward.to) : onward
  },
}

// that of an app redirects to nowhere, and may only open on a click: the form's policy names its scheme
const isSite = ({ to }: Onward): boolean => /^https?:/.test(to)
