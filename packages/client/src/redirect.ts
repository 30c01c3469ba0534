import type { Context } from './context.ts'
import { randomText, sha256 } from './random.ts'
import { isPassing, Refused } from './refused.ts'
import type { Store } from './store.ts'

export type Destination = {
  /** A page of the application that `OAUTH_REDIRECT_URIS` lists. */
  redirectUri: string
} & (ToProvider | ToPage)

type ToProvider = {
  /** A provider's own page. By default the service's sign-in page, which offers all of them. */
  provider?: string
  prompt?: never
  loginHint?: never
  uiLocales?: never
}

/** Options that a provider's page does not get. */
type ToPage = {
  provider?: never
  /** To register, or to sign in although somebody is signed in on that page. */
  prompt?: 'create' | 'login'
  /** The address to fill in. */
  loginHint?: string
  /** Languages, the preferred one first: `de en`. */
  uiLocales?: string
}

// each tab has one of its own, and most abandoned ones stay here
export const mostUnderWay = 3

/** Without a verifier, its code was accepted: the session is stored, and only the account is yet to be fetched. */
type UnderWay = { state: string; verifier?: string; provider?: string | undefined }

/** Stores the proof that the returning browser is the one that left: `state`, and a PKCE verifier (RFC 7636). */
export const leave = async ({ store }: Context, { redirectUri, provider, ...wishes }: Destination) => {
  const [state, verifier] = [randomText(), randomText()]
  const challenge = await sha256(verifier)
  await replace(store, state, { state, verifier, provider })
  return {
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: wishes.prompt,
    login_hint: wishes.loginHint,
    ui_locales: wishes.uiLocales,
  }
}

type Back = ReturnType<typeof backWith>

/** Waits until the code is accepted. Later failures can be repeated without the code. */
type Take = <Taken>(sent: Taken | Promise<Taken>) => Promise<Taken>

type Finish<Result> = (back: Back, take: Take) => Promise<Result>

type Finishing = { context: Context; promise: Promise<unknown> }

// a page may run its loading code twice, and a code must not be sent twice
const finishing = new Map<string, Finishing>()

/**
 * Reads the address that the browser returned to.
 *
 * @param finish sends the proof, if one is left to send. The same address can be used again after 429, and, once the
 * proof was accepted, after any temporary failure.
 * @throws {Refused} `redirect_mismatch` or `redirect_failed`
 */
export const comeBack = async <Result>(
  context: Context,
  location: string | URL,
  finish: Finish<Result>,
): Promise<Result> => {
  const query = new URL(location, 'http://relative.invalid').searchParams
  const state = query.get('state') ?? ''
  const first = finishing.get(state)
  // on a server, the other may be somebody else's
  if (first && first.context !== context) throw mismatch('This sign-in is being finished already.')
  if (first) return first.promise as Promise<Result>
  const promise = comeBackOnce(context, state, query, finish).finally(() => finishing.delete(state))
  finishing.set(state, { context, promise })
  return promise
}

const comeBackOnce = async <Result>(
  { store, issuer }: Context,
  state: string,
  query: URLSearchParams,
  finish: Finish<Result>,
): Promise<Result> => {
  const underWay = (await allUnderWay(store)).find((one) => one.state === state)
  if (!underWay) throw mismatch('This sign-in was not started here, or long ago.')
  // RFC 9207 §2.4; a sign-in at a provider's own page brings none
  if (bare(query.get('iss') ?? issuer) !== bare(issuer))
    throw mismatch('This is the answer of another service.')
  // after anything else the code may have been used, and would look stolen if sent again
  let mayRepeat = (error: unknown) => error instanceof Refused && error.status === 429
  let isSettled = true
  const take: Take = async (sent) => {
    const taken = await sent
    // without storage the pair cannot be kept either, and its session is ended
    await replace(store, state, { state }).then(
      () => (mayRepeat = isPassing),
      () => {},
    )
    return taken
  }
  try {
    return await finish(backWith(query, underWay), take)
  } catch (error) {
    isSettled = !mayRepeat(error)
    throw error
  } finally {
    if (isSettled) await replace(store, state)
  }
}

const backWith = (query: URLSearchParams, { verifier, provider }: UnderWay) => {
  const code = query.get('code')
  if (code !== null) return { provider, proof: verifier ? { code, code_verifier: verifier } : undefined }
  const error = query.get('error') ?? 'server_error'
  const message = query.get('error_description') ?? error
  throw new Refused(message, { code: 'redirect_failed', details: { error, message } })
}

const allUnderWay = async (store: Store): Promise<UnderWay[]> =>
  // an earlier version stored one
  [(await store.readUnderWay<UnderWay | UnderWay[]>('redirect')) ?? []].flat()

const replace = async (store: Store, state: string, next?: UnderWay): Promise<void> => {
  const others = (await allUnderWay(store)).filter((one) => one.state !== state)
  const all = next ? [next, ...others] : others
  await store.writeUnderWay('redirect', all[0] && all.slice(0, mostUnderWay))
}

export const mismatch = (message: string) => new Refused(message, { code: 'redirect_mismatch' })

/** Without slashes at its end. */
export const bare = (address: string): string => address.replace(/\/+$/, '')
