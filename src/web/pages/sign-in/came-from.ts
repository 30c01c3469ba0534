import { pageLifetimes } from '#sessions/lifetimes.ts'
import type { Visit } from '../hosted-page.ts'

type Browser = Pick<Visit, 'deps' | 'cookies'>

/** Notes which site somebody was led on to. An app's own scheme has no page to come back to. */
export const noteSite = ({ cookies }: Browser, redirectUri: string): void => {
  const { origin, protocol } = new URL(redirectUri)
  if (/^https?:$/.test(protocol)) cookies.write('from', origin, pageLifetimes.sessionSeconds)
}

/** @returns `HOME_URL` if it is of that site, else its origin, as long as an address there is registered: a cookie must lead nobody elsewhere */
export const siteBefore = ({ deps, cookies }: Browser): string | undefined => {
  const origin = cookies.read('from')
  const { oauthRedirectUris, homeUrl } = deps.config
  if (!oauthRedirectUris.some((known) => new URL(known).origin === origin)) return
  return homeUrl && new URL(homeUrl).origin === origin ? homeUrl : origin
}
