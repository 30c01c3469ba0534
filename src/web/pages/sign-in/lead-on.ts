import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { haveFactor } from '#credentials/index.ts'
import { secondStepMethods } from '#credentials/second-step-methods.ts'
import { issueCode } from '#flows/return/issue-code.ts'
import { withParameters } from '#flows/return/redirect-uri.ts'
import type { Visitor } from '#sessions/authenticate-visit.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { nextPage } from '../next-page.ts'
import { paths } from '../paths.ts'
import { noteSite } from './came-from.ts'
import { type Application, errorAt, type Flow, onwardOf } from './flow.ts'

/** Sends somebody who is signed in to where they wanted: back to the application with a code, or to the settings. */
export const leadOn = async (visit: Visit, flow: Flow, visitor: Visitor): Promise<Onward> => {
  const { application, parameters } = flow
  if (visitor.awaitsEmail && !(application && parameters.prompt === 'none'))
    return { to: visit.at(paths.awaitEmail, onwardOf(flow)) }
  if (!application) return { to: visit.at(nextPage(parameters.next)) }
  const { isComplete, isEnough } = await worthOf(visit, visitor)
  if (isEnough) return { to: await withCode(visit, application, visitor, isComplete) }
  if (parameters.prompt === 'none') return { to: errorAt(visit.deps, application, 'login_required') }
  return { to: visit.at(paths.signIn, { ...onwardOf(flow), prompt: 'login' }) }
}

/** What a visit is worth by now: its account may have got or lost a second factor since it began, or may need one. */
const worthOf = async ({ deps }: Visit, { userId, methods, awaitsEmail }: Visitor) => {
  const isGuarded = (await secondStepMethods(deps, deps.db, userId)).length > 0
  const isComplete = isGuarded && haveFactor(methods)
  const isEnough = isComplete || (!isGuarded && !isTwoFactorRequired(deps))
  return { isComplete, isEnough: isEnough && !awaitsEmail }
}

const withCode = async (
  { deps, cookies }: Visit,
  { redirectUri, state, codeChallenge }: Application,
  { userId, sessionId: visitId, epoch, methods, fullyProvenSecondsAgo: provenSecondsAgo }: Visitor,
  isComplete: boolean,
): Promise<string> => {
  // as old as this visit's: a code must not make a stale proof fresh
  const proof = { epoch, methods, isComplete, provenSecondsAgo }
  const code = await issueCode(deps, { userId, visitId, ...proof, codeChallenge })
  noteSite({ deps, cookies }, redirectUri)
  return withParameters(redirectUri, { code, state, iss: deps.config.publicUrl })
}
