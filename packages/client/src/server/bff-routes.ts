import type { Client } from '../client.ts'
import { isPassing, Offline, Refused } from '../refused.ts'
import { json, noContent, redirect, refusal } from './answers.ts'
import type { BffRequest } from './proxy.ts'

export type Pages = {
  signedIn?: string
  secondStep?: string
  enrolment?: string
  verification?: string
  failed?: string
}

type Route = (sallyport: Client, request: BffRequest, query: URLSearchParams) => Promise<Response>

/** What a BFF answers by itself, by method and path. */
export const ownRoutes = (
  origin: string,
  {
    signedIn = '/',
    secondStep = '/second-step',
    enrolment = '/enrolment',
    verification = '/verification',
    failed = '/',
  }: Pages = {},
): Record<string, Route> => {
  const pageAfter = {
    signed_in: signedIn,
    two_factor: secondStep,
    two_factor_enrolment: enrolment,
    email_verification: verification,
  }
  const callback = new URL('/callback', origin).href
  return {
    'GET /login': async (sallyport, _request, query) => {
      const provider = query.get('provider')
      return redirect(await sallyport.startRedirect({ redirectUri: callback, ...(provider && { provider }) }))
    },
    'GET /callback': async (sallyport, request) => {
      try {
        const { state } = await sallyport.finishRedirect(request.url)
        return redirect(pageAfter[state])
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // loaded again, this address goes on: with the code after 429, and without it once somebody is signed in
        if (error.status === 429 || (isPassing(error) && (await sallyport.isSignedIn())))
          return refusal(error, { Refresh: `${error.retrySeconds || 5}` })
        return redirect(`${failed}?error=${encodeURIComponent(error.code)}`)
      }
    },
    'GET /me': async (sallyport) => json(200, await sallyport.account.get()),
    'POST /logout': async (sallyport) => {
      // even if the service cannot be reached: nobody is signed in here any more
      await sallyport.signOut().catch((error) => {
        if (!(error instanceof Offline)) throw error
      })
      return noContent()
    },
  }
}
