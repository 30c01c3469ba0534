import { base64url } from './base64url.ts'
import type { Context } from './context.ts'
import { Refused } from './refused.ts'
import type { Store } from './store.ts'

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

// each tab has one of its own, and most that are begun and given up stay here
const mostUnderWay = 3

type UnderWay = { state: string; verifier: string; provider?: string | undefined }

/** Keeps what proves that the browser which comes back is the one that left: `state`, and a PKCE verifier (RFC 7636). */
export const leave = async ({ store }: Context, { redirectUri, provider, ...wishes }: Destination) => {
  const [state, verifier] = [randomText(), randomText()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const underWay: UnderWay[] = [{ state, verifier, provider }, ...(await allUnderWay(store))]
  await store.writeUnderWay('redirect', underWay.slice(0, mostUnderWay))
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

type Back = ReturnType<typeof codeIn>

// what a page does as it loads may be done twice, and a code must not be sent twice
const finishing = new Set<string>()

/**
 * Reads the address that the browser came back to.
 *
 * @param finish sends the code. After 429, the same address is good for another try.
 * @throws {Refused} `redirect_mismatch` or `redirect_failed`
 */
export const comeBack = async <Result>(
  context: Context,
  location: string | URL,
  finish: (back: Back) => Promise<Result>,
): Promise<Result> => {
  const query = new URL(location, 'http://relative.invalid').searchParams
  const state = query.get('state') ?? ''
  if (finishing.has(state)) throw mismatch('This sign-in is being finished already.')
  finishing.add(state)
  return comeBackOnce(context, query, finish).finally(() => finishing.delete(state))
}

const comeBackOnce = async <Result>(
  { store, issuer }: Context,
  query: URLSearchParams,
  finish: (back: Back) => Promise<Result>,
): Promise<Result> => {
  const underWay = (await allUnderWay(store)).find(({ state }) => state === query.get('state'))
  if (!underWay) throw mismatch('This sign-in was not started here, or long ago.')
  // RFC 9207 §2.4; a sign-in at a provider's own page brings none
  const named = query.get('iss')
  if (named !== null && bare(named) !== bare(issuer)) throw mismatch('This is the answer of another service.')
  let isSettled = true
  try {
    return await finish(codeIn(query, underWay))
  } catch (error) {
    // after anything else the code may have been used, and looks stolen when it comes again
    isSettled = !(error instanceof Refused && error.status === 429)
    throw error
  } finally {
    if (isSettled) await forget(store, underWay)
  }
}

const codeIn = (query: URLSearchParams, { verifier, provider }: UnderWay) => {
  const [code, error = 'server_error'] = [query.get('code'), query.get('error') ?? undefined]
  if (code !== null) return { code, code_verifier: verifier, provider }
  const message = query.get('error_description') ?? error
  throw new Refused(message, { code: 'redirect_failed', details: { error, message } })
}

const allUnderWay = async (store: Store): Promise<UnderWay[]> =>
  // an earlier version kept one
  [(await store.readUnderWay<UnderWay | UnderWay[]>('redirect')) ?? []].flat()

const forget = async (store: Store, { state }: UnderWay): Promise<void> => {
  const others = (await allUnderWay(store)).filter((one) => one.state !== state)
  await store.writeUnderWay('redirect', others.length > 0 ? others : undefined)
}

export const mismatch = (message: string) => new Refused(message, { code: 'redirect_mismatch' })

const bare = (address: string) => address.replace(/\/+$/, '')

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))
