import type { KeyScope } from '#credentials/service-keys/scopes.ts'
import type { Again, HostedPage, Outcome, Visit } from '../pages/hosted-page.ts'
import { operatorOf, requireGranted } from './operator.ts'

type ConsolePage = Pick<HostedPage, 'path' | 'summary' | 'query'> & {
  /** None for every operator. */
  scope?: KeyScope
  view(visit: Visit, again: Again): Promise<Outcome>
}

/** A page that operators with the scope may see, and nobody else. */
export const consolePage = ({ scope, view, ...page }: ConsolePage): HostedPage => ({
  ...page,
  isPrivate: true,
  view: async (visit, again) => {
    await (scope === undefined ? operatorOf(visit) : requireGranted(visit, scope))
    return view(visit, again)
  },
})
