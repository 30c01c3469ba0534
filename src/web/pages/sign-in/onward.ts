import type { HostedPage, Onward } from '../hosted-page.ts'
import { readOwnSignals } from '../passkey-signals.ts'
import { paths } from '../paths.ts'
import { readFlow } from './flow.ts'
import { noteWay } from './last-way.ts'
import { leadingPage } from './leading-page.ts'
import { leadOn } from './next.ts'
import { signInPage } from './sign-in.ts'

/**
 * Between the forms and their destination. `form-action` covers all redirects of a form, and only the application
 * knows how many its own address makes, over which sites: this page redirects by itself.
 */
export const onwardPage: HostedPage = {
  path: paths.onward,
  summary: 'Leads on from a form to the application.',
  isOnce: true,
  query: signInPage.query!,

  view: async (visit) => {
    const { deps, query, at } = visit
    const flow = readFlow(deps, query)
    const visitor = await visit.visitor(readOwnSignals)
    // parameters for the beginning of a sign-in are for its page
    if (!visitor || flow.parameters.prompt) return { to: at(paths.signIn, flow.parameters) }
    noteWay(visit, visitor.methods)
    const onward = await leadOn(visit, flow, visitor)
    if (!isSite(onward)) return onward
    const { title } = visit.words.onward
    return leadingPage(visit, { title, to: onward.to, signals: await visit.read(readOwnSignals) })
  },
}

// an app's address makes no redirects, and may need a click: the form's policy names its scheme
const isSite = ({ to }: Onward): boolean => /^https?:/.test(to)
