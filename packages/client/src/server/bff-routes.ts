import type { Client } from '../client.ts'
import type { Destination } from '../redirect.ts'
import { isPassing, Offline, Refused } from '../refused.ts'
import { json, noContent, redirect, refusal } from './answers.ts'
import type { BffRequest } from './proxy.ts'

export type Pages = {
  signedIn?: string
  secondStep?: string
  enrolment?: string
  verification?: string
  failed?: string
  /** After a form to `/logout`. */
  signedOut?: string
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
    signedOut = '/',
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
    'GET /login': async (sallyport, { headers }, query) => {
      // a menu that fetches its links would begin so many that the one that a person is at is forgotten
      if (!isNavigation(headers)) return noContent()
      return redirect(await sallyport.startRedirect(destinationIn(query, callback)))
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
    'POST /logout': async (sallyport, { headers }) => {
      // even if the service cannot be reached: nobody is signed in here any more
      await sallyport.signOut().catch((error) => {
        if (!(error instanceof Offline)) throw error
      })
      return isForm(headers) ? redirect(signedOut) : noContent()
    },
  }
}

/** What a program asks for in the person's stead, such as a link that is fetched before anybody presses it, says so. */
const isNavigation = (headers: Headers): boolean =>
  (headers.get('Sec-Fetch-Mode') ?? 'navigate') === 'navigate' &&
  ![headers.get('Sec-Purpose'), headers.get('Purpose')].some((purpose) => purpose?.includes('prefetch'))

const isForm = (headers: Headers): boolean => headers.get('Sec-Fetch-Mode') === 'navigate'

const destinationIn = (query: URLSearchParams, redirectUri: string): Destination => {
  const given = (name: string) => query.get(name) || undefined
  const provider = given('provider')
  if (provider) return { redirectUri, provider }
  const prompt = prompts.find((known) => known === given('prompt'))
  const [loginHint, uiLocales] = [given('login_hint'), given('ui_locales')]
  return {
    redirectUri,
    ...(prompt && { prompt }),
    ...(loginHint && { loginHint }),
    ...(uiLocales && { uiLocales }),
  }
}

const prompts = ['create', 'login'] as const
