import type { Refused } from '../../platform/errors.ts'
import type { Outcome, Visit } from './hosted-page.ts'
import { paths } from './paths.ts'
import { refusalView, waysOnOf } from './refusal-view.ts'

/** What people are shown instead of what they came for. */
export const insteadOf = async (visit: Visit, refused: Refused): Promise<Outcome> => {
  const { deps, at, path } = visit
  if (refused.page === 'signInLost' && deps.config.pages) return afterLostSignIn(visit)
  const isOurs = Object.values<string>(paths).includes(path)
  return refusalView(visit.words, refused, waysOnOf(deps, at, isOurs ? wayBack(visit, refused) : undefined))
}

/** To the page, with what the application asked for, unless that is what was wrong. */
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

/** Back from a provider too late, or for the second time: nothing to read there, but where to begin. */
const afterLostSignIn = async ({ visitor, at }: Visit): Promise<Outcome> => {
  const isSignedIn = await visitor().catch(() => undefined)
  return { to: isSignedIn ? at(paths.settings) : at(paths.signIn, { news: 'expired' }) }
}
