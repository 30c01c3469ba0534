import * as oauth from 'oauth4webapi'
import { appUrl } from './federation.ts'
import { type Answer, post } from './http.ts'

type At = { address: string }

/** A stranger's application, by a library that knows only the standards. */
export const newApplication = async (service: At, more: Record<string, string> = {}) => {
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const parameters = {
    redirect_uri: appUrl,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }
  const issuer = { issuer: service.address, authorization_response_iss_parameter_supported: true }
  return {
    parameters,
    /** Where it sends a browser. */
    start: (path = '/account/sign-in') => `${service.address}${path}?${new URLSearchParams(parameters)}`,
    /** The code that a browser returned with. @throws if the answer is not meant for it */
    codeIn: (url: URL): string =>
      oauth.validateAuthResponse(issuer, { client_id: 'a stranger' }, url, state).get('code') ?? '',
    exchange: (code: string, code_verifier: string | undefined = verifier): Promise<Answer> =>
      post(service, '/auth/token', { grant_type: 'oauth_code', code, code_verifier }),
  }
}
