import { newBrowserSecret, readBrowserSecret } from '../../flows/providers/browser.ts'
import { ownReturn, transactionSeconds } from '../../flows/providers/start.ts'
import { challengeOf } from '../../flows/return/code.ts'
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
    state: packed(state) || undefined,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
}

/** The returned `state`. */
export const unpacked = (state: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(state.replaceAll('*', '%')))

// an asterisk for each percent sign, which as a parameter's value would become three characters, in an address that may
// be hardly longer than the one it came from
const packed = (state: Readonly<Record<string, string>>): string =>
  new URLSearchParams(state).toString().replaceAll('*', '%2A').replaceAll('%', '*')
