import { isSessionOf } from '#flows/sign-in/second-step/challenge.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { backToSignIn } from './back-to-sign-in.ts'
import { onwardOf, readFlow } from './flow.ts'

export const stepChallengeOf = ({ cookies }: Visit): string => cookies.read('step') ?? ''

/** Where somebody goes on whose challenge is over. A button that was pressed twice has done its work the first time. */
export const afterStep = async (visit: Visit): Promise<Onward> => {
  const { deps, query, at, cookies } = visit
  const visitor = await visit.visitor()
  if (visitor && isSessionOf(stepChallengeOf(visit), visitor))
    return { to: at(paths.onward, onwardOf(readFlow(deps, query))) }
  cookies.drop('step')
  return backToSignIn(visit, 'expired')
}
