import { giveUpEnrolling, isSetUpByNow } from '#flows/second-factor/at-sign-in/enrolling.ts'
import type { SessionKey } from '#sessions/queries/sessions.ts'
import { readApp } from '../app-cookie.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { readCodes } from '../settings/codes-cookie.ts'
import { onwardOf, readFlow } from './flow.ts'
import { backToSignIn } from './next.ts'

export const enrolmentChallengeOf = ({ cookies }: Visit): string => cookies.read('enrolment') ?? ''

/** Abandons the setup: the next person at this browser must not find it. */
export const startOver = async (visit: Visit): Promise<Onward> => {
  const { deps, query, at } = visit
  await giveUpEnrolling(deps, enrolmentChallengeOf(visit))
  dropEnrolment(visit)
  return { to: at(paths.signIn, { ...onwardOf(readFlow(deps, query)), prompt: 'login' }) }
}

/** Where people continue whose setup is over. A button pressed twice did its work the first time. */
export const afterEnrolment = async (visit: Visit): Promise<Onward> => {
  const { deps, query, at } = visit
  const visitor = await visit.visitor()
  const isEntered = enrolmentChallengeOf(visit) === ''
  if (isEntered && visitor && (await readCodes(visit, visitor)))
    return { to: at(paths.codes, onwardOf(readFlow(deps, query))) }
  const isKnown = (key: SessionKey) => readApp(visit, key) !== undefined
  const isOn = await isSetUpByNow(deps, enrolmentChallengeOf(visit), isKnown)
  dropEnrolment(visit)
  // an earlier visit is another person's, or no longer sufficient
  return backToSignIn(visit, isOn ? 'factor-on' : 'expired', visitor && { prompt: 'login' })
}

const dropEnrolment = ({ cookies }: Visit): void => {
  cookies.drop('enrolment')
  cookies.drop('app')
}
