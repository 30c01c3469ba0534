import { base64url } from './base64url.ts'
import type { Context } from './context.ts'
import { Refused } from './refused.ts'

export type Destination = {
  /** A page of the application that `OAUTH_REDIRECT_URIS` lists. */
  redirectUri: string
} & (ToProvider | ToPage)

type ToProvider = {
  /** A provider's own page. Without it, the service's page to sign in on, which offers all of them. */
  provider?: string
  prompt?: never
  loginHint?: never
  uiLocales?: never
}

/** What a provider's page would not be told. */
type ToPage = {
  provider?: never
  /** To register, or to sign in although somebody is signed in on that page. */
  prompt?: 'create' | 'login'
  /** The address to begin with. */
  loginHint?: string
  /** Languages, the preferred one first: `de en`. */
  uiLocales?: string
}

type UnderWay = { state: string; verifier: string; provider?: string | undefined }

/** Keeps what proves that the browser which comes back is the one that left: `state`, and a PKCE verifier (RFC 7636). */
export const leave = async ({ store }: Context, { redirectUri, provider, ...wishes }: Destination) => {
  const [state, verifier] = [randomText(), randomText()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  await store.writeUnderWay('redirect', { state, verifier, provider } satisfies UnderWay)
  return {
    redirect_uri: redirectUri,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    prompt: wishes.prompt,
    login_hint: wishes.loginHint,
    ui_locales: wishes.uiLocales,
  }
}

/**
 * Reads the address that the browser came back to.
 * @throws {Refused} `redirect_mismatch` or `redirect_failed`
 */
export const comeBack = async ({ store, issuer }: Context, location: string | URL) => {
  const query = new URL(location, 'http://relative.invalid').searchParams
  const underWay = await store.readUnderWay<UnderWay>('redirect')
  if (!underWay || query.get('state') !== underWay.state)
    throw mismatch('This sign-in was not started here, or long ago.')
  // RFC 9207 §2.4; a sign-in at a provider's own page brings none
  const named = query.get('iss')
  if (named !== null && bare(named) !== bare(issuer)) throw mismatch('This is the answer of another service.')
  await store.writeUnderWay('redirect', undefined)
  const [code, error = 'server_error'] = [query.get('code'), query.get('error') ?? undefined]
  if (code !== null) return { code, code_verifier: underWay.verifier, provider: underWay.provider }
  const message = query.get('error_description') ?? error
  throw new Refused(message, { code: 'redirect_failed', details: { error, message } })
}

export const mismatch = (message: string) => new Refused(message, { code: 'redirect_mismatch' })

const bare = (address: string) => address.replace(/\/+$/, '')

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))
