import { isRefusedAs, Refused } from '../../platform/errors.ts'
import type { Again, HostedPage, Outcome, Typed, Visit } from './hosted-page.ts'

/** A page whose form was refused, with the faults. @throws a refusal that cannot be corrected on it */
export const pageAgain = async (
  visit: Visit,
  page: HostedPage,
  typed: Typed,
  error: unknown,
): Promise<Outcome> => {
  if (!(error instanceof Refused) || !isShown(error)) throw error
  const isOutdated = isRefusedAs(error, 'outdated_form')
  // one account's input is no suggestion for another
  const view = await page.view(visit, againOf(isOutdated ? {} : typed, error))
  // and nobody is silently redirected to the other account's destination
  if ('to' in view && isOutdated) throw error
  return 'to' in view ? view : { ...view, status: error.status, headers: error.headers, isRefusal: true }
}

/** Whether it can be corrected on the page. Refusals that end the page's purpose get a page of their own. */
const isShown = ({ status, details }: Refused): boolean =>
  status < 500 && !notShown.includes(String(details.code ?? ''))

const notShown = ['unauthorized', 'cross_site', 'not_found', 'reauthentication_required']

const againOf = (typed: Typed, error: Refused): Again => {
  const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => !/password/i.test(name)))
  return Array.isArray(error.body)
    ? { typed: kept, problems: error.body }
    : { typed: kept, problems: [], refused: error }
}
