import { haveFactor } from '../../../credentials/index.ts'
import { issueCode } from '../../../flows/provider-sign-in/issue-code.ts'
import { withParameters } from '../../../flows/provider-sign-in/redirect-uri.ts'
import { requireSecondFactor } from '../../../flows/sign-in/second-step/require.ts'
import { newId } from '../../../platform/crypto/id.ts'
import type { Visitor } from '../../../sessions/visits/authenticate.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import type { Application, Flow } from './flow.ts'
import { orSecondStep } from './second-step-cookie.ts'

/** Sends somebody who is signed in to where they wanted: back to the application with a code, or to the settings. */
export const leadOn = (visit: Visit, flow: Flow, visitor: Visitor): Promise<Onward> | Onward => {
  const { application, parameters } = flow
  if (!application) return { to: ownPath(visit, parameters.next) }
  return orSecondStep(visit, flow, async () => ({ to: await withCode(visit, application, visitor) }))
}

/** @throws 403 `two_factor_required`, if the account has got a second factor since this visit began */
const withCode = async (
  { deps, client }: Visit,
  { redirectUri, state, codeChallenge }: Application,
  { userId, epoch, methods }: Visitor,
): Promise<string> => {
  const isComplete = haveFactor(methods)
  const again = { userId, epoch, methods, sessionId: newId(deps.now()) }
  if (!isComplete) await requireSecondFactor(deps, again, client, async () => {})
  const code = await issueCode(deps, { userId, epoch, methods, isComplete, codeChallenge })
  return withParameters(redirectUri, { code, state, iss: deps.config.publicUrl })
}

/** Never to another site, whatever the address says. */
export const ownPath = ({ at }: Visit, next: string | undefined): string =>
  at(next !== undefined && isOwnPath(next) ? next : paths.settings)

/** One slash, then letters: `//host`, `/\host` and the like are read as another site's address. */
export const isOwnPath = (path: string): boolean => /^\/account(\/[a-z-]+)*$/.test(path)
