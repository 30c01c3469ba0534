import { newBrowserSecret, readBrowserSecret } from '../../flows/provider-sign-in/browser.ts'
import { challengeOf } from '../../flows/provider-sign-in/code.ts'
import { ownReturn, transactionSeconds } from '../../flows/provider-sign-in/start.ts'
import type { Visit } from './hosted-page.ts'

/**
 * What to ask of a provider's round trip. The verifier stays in a cookie, so that a code is worthless in any other browser
 * (RFC 7636; sign-in CSRF).
 */
export const providerTrip = ({ cookies, deps }: Visit, state: Readonly<Record<string, string>>) => {
  // reused, because another tab may be at a provider already
  const verifier = readBrowserSecret(cookies.read('provider')) ?? newBrowserSecret()
  cookies.write('provider', verifier, transactionSeconds)
  return {
    redirect_uri: ownReturn(deps),
    state: new URLSearchParams(state).toString() || undefined,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
}
