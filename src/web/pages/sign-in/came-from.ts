import { pageLifetimes } from '#sessions/lifetimes.ts'
import type { Visit } from '../hosted-page.ts'

type Browser = Pick<Visit, 'deps' | 'cookies'>

/** Remembers which site somebody was sent to. An app's own scheme has no page to return to. */
export const noteSite = ({ cookies }: Browser, redirectUri: string): void => {
  const { origin, protocol } = new URL(redirectUri)
  if (/^https?:$/.test(protocol)) cookies.write('from', origin, pageLifetimes.sessionSeconds)
}

/** @returns `HOME_URL` if on that site, else its origin if registered: a cookie must not redirect elsewhere */
export const siteBefore = ({ deps, cookies }: Browser): string | undefined => {
  const origin = cookies.read('from')
  const { oauthRedirectUris, homeUrl } = deps.config
  if (!oauthRedirectUris.some((known) => new URL(known).origin === origin)) return
  return homeUrl && new URL(homeUrl).origin === origin ? homeUrl : origin
}
