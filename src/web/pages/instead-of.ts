import type { Refused } from '../../platform/errors.ts'
import type { Outcome, Visit } from './hosted-page.ts'
import { paths } from './paths.ts'
import { refusalView, waysOnOf } from './refusal-view.ts'

/** The page that people see in place of the requested one. */
export const insteadOf = async (visit: Visit, refused: Refused): Promise<Outcome> => {
  const { deps, at, path } = visit
  if (refused.page === 'signInLost' && deps.config.pages) return afterLostSignIn(visit)
  const isOurs = Object.values<string>(paths).includes(path)
  return refusalView(visit.words, refused, waysOnOf(deps, at, isOurs ? wayBack(visit, refused) : undefined))
}

/** To the page, with the application's request, unless that was the fault. */
const wayBack = (visit: Visit, { status, page }: Refused): string => {
  const { at, path } = visit
  if (page !== 'cookieNotKept' && [400, 414].includes(status)) return at(path)
  try {
    const { shown: _, ...asked } = visit.query
    return at(path, asked)
  } catch {
    return at(path)
  }
}

/** For a return from a provider that is too late, or repeated: not an error, but where to begin. */
const afterLostSignIn = async ({ visitor, at }: Visit): Promise<Outcome> => {
  const isSignedIn = await visitor().catch(() => undefined)
  return { to: isSignedIn ? at(paths.settings) : at(paths.signIn, { news: 'expired' }) }
}
