import { answerOf } from '../ask.ts'
import { decided, isAccount } from '../decided.ts'
import { platformOf } from '../platform.ts'
import { isRefused, Offline } from '../refused.ts'
import type { Account } from '../wire.ts'
import { bearerTokenIn } from './bearer-token.ts'
import type { AnyHeaders } from './headers.ts'
import { addressRule, requireOptions } from './options.ts'
import { refusalResponse } from './refusal-response.ts'

export type ServiceOptions = {
  /** Where the service is: `https://accounts.example.com`. */
  url: string
  fetch?: typeof fetch
}

/** Who sent a request to your API. Identify people by `account.id`: an address may change. */
export type Authenticated = { account: Account; token: string }

const answerMs = 10_000

/**
 * Asks the service whose access token a request has: every time, so that signing out takes effect at once.
 *
 * @returns checks a request, or anything with headers
 * @throws {Refused} `unauthorized`: there is no token, or it has expired. Answer with {@link refusalResponse}.
 * @throws {Offline} when nothing can be decided
 */
export const createAuthenticator = (options: ServiceOptions) => {
  requireOptions('createAuthenticator', options, { url: addressRule })
  const { url, fetch: ownFetch } = options
  const { fetch, timeout } = platformOf(ownFetch)
  const address = `${url.replace(/\/+$/, '')}/users/me`

  return async (request: { headers: AnyHeaders }): Promise<Authenticated> => {
    const token = bearerTokenIn(request)
    const init = { headers: { Authorization: `Bearer ${token}` }, signal: timeout(answerMs) }
    try {
      return { account: await decided(answerOf<Account>(fetch(address, init)), isAccount), token }
    } catch (error) {
      if (isRefused(error, 'unauthorized') || error instanceof Offline) throw error
      throw new Offline('The service did not say whose token this is.', { cause: error })
    }
  }
}

/** A handler of fetch requests for people who are signed in. */
export const withSession = (
  options: ServiceOptions,
  handler: (request: Request, who: Authenticated) => Response | Promise<Response>,
): ((request: Request) => Promise<Response>) => {
  const authenticate = createAuthenticator(options)
  return async (request) => {
    let who: Authenticated
    try {
      who = await authenticate(request)
    } catch (error) {
      return refusalResponse(error)
    }
    return handler(request, who)
  }
}
