import { type Destination, mostUnderWay } from '../redirect.ts'
import { isPassing, Offline, Refused } from '../refused.ts'
import { json, noContent, redirect, refusal } from './answers.ts'
import type { BffOptions } from './bff.ts'
import { ownPath } from './own-path.ts'
import type { BffRequest } from './proxy.ts'
import type { Note } from './redirect-cookies.ts'
import type { Visit } from './visit.ts'

export type Pages = {
  signedIn?: string
  secondStep?: string
  enrolment?: string
  verification?: string
  failed?: string
  /** After a form to `/logout`. */
  signedOut?: string
}

type Route = (visited: Visit, request: BffRequest, query: URLSearchParams) => Promise<Response>

/** The BFF's own answers, by method and path. */
export const ownRoutes = ({ origin, basePath = '', pages = {} }: BffOptions): Record<string, Route> => {
  const { signedIn = '/', failed = '/', signedOut = '/' } = pages
  const pageOf = {
    two_factor: pages.secondStep ?? '/second-step',
    two_factor_enrolment: pages.enrolment ?? '/enrolment',
    email_verification: pages.verification ?? '/verification',
  }
  const callback = new URL(`${basePath}/callback`, origin).href

  const begin = async ({ sallyport, notes }: Visit, destination: Destination, note: Note) => {
    const address = await sallyport.startRedirect(destination)
    await notes.write(new URL(address).searchParams.get('state') ?? '', note)
    return redirect(address)
  }

  return {
    [`GET ${basePath}/login`]: async (visited, { headers }, query) => {
      // a menu that prefetches its links would begin so many that the person's own is forgotten
      if (!isNavigation(headers)) return noContent()
      const returnTo = ownPath(query.get('return_to'), origin)
      return begin(visited, destinationIn(query, callback), { returnTo })
    },
    [`GET ${basePath}/callback`]: async (visited, request, query) => {
      const { sallyport, notes } = visited
      const note = await notes.of(query.get('state') ?? '')
      try {
        const { state } = await sallyport.finishRedirect(request.url)
        if (state === 'signed_in') return redirect(note?.returnTo ?? signedIn)
        return redirect(withQuery(pageOf[state], { return_to: note?.returnTo }))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        // reloading this address continues: with the code after 429, and without it once somebody is signed in
        if (error.status === 429 || (isPassing(error) && (await sallyport.isSignedIn())))
          return refusal(error, { Refresh: `${error.retrySeconds || 5}` })
        const isForgotten = error.code === 'redirect_mismatch' && !note && isNavigation(request.headers)
        // once, since a browser without cookies would come back for ever
        if (isForgotten && isFirstTry(await notes.all()))
          return begin(visited, { redirectUri: callback }, { isSecondTry: true })
        return redirect(withQuery(failed, { error: error.code }))
      }
    },
    [`GET ${basePath}/me`]: async ({ sallyport }) => json(200, await sallyport.account.get()),
    [`POST ${basePath}/logout`]: async ({ sallyport }, { headers }) => {
      // even if the service is unreachable: nobody is signed in here any more
      await sallyport.signOut().catch((error) => {
        if (!(error instanceof Offline)) throw error
      })
      return isForm(headers) ? redirect(signedOut) : noContent()
    },
  }
}

/** Whether to start over a sign-in that is unknown here, since newer ones displaced it. */
const isFirstTry = (underWay: readonly Note[]): boolean =>
  underWay.length >= mostUnderWay && !underWay.some(({ isSecondTry }) => isSecondTry)

const withQuery = (page: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  if (given.length === 0) return page
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** Requests made without the person, such as prefetched links, identify themselves. */
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
