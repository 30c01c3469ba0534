import { areasOf } from './areas/areas.ts'
import { confirmed } from './areas/password.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { callAs, callAsNobody, path, search } from './call.ts'
import { getPasskey, type PasskeySignInOptions } from './ceremony.ts'
import type { Change, Context } from './context.ts'
import { decided, isPair } from './decided.ts'
import { listenToTabs } from './other-tabs.ts'
import { type Platform, platformOf } from './platform.ts'
import { bare, comeBack, type Destination, leave } from './redirect.ts'
import { newRefresh } from './refresh.ts'
import { type SignOutOptions, signOut } from './sign-out.ts'
import { newSteps } from './steps.ts'
import { memoryStorage, type StorageLike, storeOf } from './store.ts'
import type { SignInProvider, TokenPair } from './wire.ts'

export type ClientOptions = {
  /** Where the service is: `https://accounts.example.com`. */
  url: string
  /** Its `PUBLIC_URL`, its name towards returning browsers, if that differs from `url`. */
  issuer?: string
  /**
   * Where the tokens of one person are stored. By default `localStorage`, if available: shared by all tabs, and kept
   * across reloads.
   */
  storage?: StorageLike | 'memory'
  /** Where the token may go beside the service: the origins of your own APIs. */
  origins?: readonly string[]
  /** The name in the storage, `sallyport` by default. */
  key?: string
  /** Sent with every call to the service. */
  headers?: Record<string, string>
  fetch?: typeof fetch
  /** Called after each sign-in and sign-out, in this tab or another one. */
  onChange?(change: Change): void
}

export type Client = ReturnType<typeof createClient>

/**
 * A client for one person at a time.
 *
 * @example
 * const sallyport = createClient({ url: 'https://accounts.example.com' })
 * const step = await sallyport.signIn({ email, password })
 * if (step.state === 'two_factor') await step.answer({ method: 'totp', code })
 * await sallyport.fetch('https://api.example.com/orders')
 */
export const createClient = (options: ClientOptions) => {
  const shared = options.storage === undefined ? sharedStorage() : undefined
  const given = options.storage === 'memory' ? undefined : options.storage
  const storage = given ?? shared ?? memoryStorage()
  // one lock for all users of a server would make each wait for the slowest
  const platform = platformOf(options.fetch, shared && globalThis.navigator?.locks)
  return clientOn(platform, { ...options, storage }, shared !== undefined)
}

/** The same, in a place described by the caller. */
export const clientOn = (
  platform: Platform,
  {
    url: address,
    issuer = address,
    key = 'sallyport',
    headers = {},
    origins: others = [],
    ...options
  }: ClientOptions & { storage: StorageLike },
  isShared = false,
) => {
  const origins = new Set([address, ...others].map(originOf))
  const url = bare(address)
  const store = storeOf(options.storage, key)
  const onChange: Context['tell'] = (change) => options.onChange?.(change)
  const { tell, ignoreTabs } = isShared
    ? listenToTabs(store, onChange)
    : { tell: onChange, ignoreTabs: () => {} }
  const context: Context = {
    url,
    issuer,
    origins,
    headers,
    platform,
    store,
    tell,
  }
  const refresh = newRefresh(context)
  const [call, asNobody] = [callAs(context, refresh), callAsNobody(context)]
  const steps = newSteps(context, call, asNobody)

  return {
    /** Creates an account and signs in, or reports that a second factor has to be set up first. */
    register: (person: { email: string; password: string; passwordConfirmation?: string }) =>
      steps.orStep(decided(asNobody<TokenPair>('POST', '/auth/register', confirmed(person)), isPair)),
    /**
     * Signs in, or reports that a second factor is next, or has to be set up. Sent once.
     * @throws {Refused} `invalid_credentials`, `email_unverified`, or `too_many_attempts` with `retrySeconds`
     */
    signIn: (credentials: { email: string; password: string }) =>
      steps.orStep(steps.exchangeHere({ grant_type: 'password', ...credentials })),
    /**
     * Signs in with a passkey, which needs no second step. `mediation: 'conditional'` offers them in the autofill of a
     * field that has `autocomplete="username webauthn"`, until somebody picks one, signs in otherwise, or is asked for
     * another.
     *
     * @throws {DOMException} `NotAllowedError` when the person cancelled or has none, `AbortError` when it was stopped,
     * `NotSupportedError` where there are no passkeys, `SecurityError` on a page of another site
     * @throws {Refused} `invalid_credentials` when the account no longer has it, `not_found` when the service has no
     * passkeys
     */
    signInWithPasskey: async (options?: PasskeySignInOptions) =>
      steps.finishPasskey(await getPasskey(() => steps.askForPasskey(), options)),
    /**
     * Has a code mailed that signs in, or creates an account where registration is open. The answer is the same
     * whether or not the address has one.
     *
     * @throws {Refused} `not_found` when the service has no such codes, or `too_many_attempts` with `retrySeconds`
     */
    signInWithEmailCode: (email: string) => steps.askForEmailCode(email),
    /** That step, begun before this page was loaded, if any. */
    resumeEmailCode: steps.resumeEmailCode,
    /** For a page whose own server talks to the service: what `getPasskey` takes there. */
    startPasskey: () => steps.askForPasskey(),
    /** Completes that sign-in, with the result of `getPasskey`. */
    finishPasskey: steps.finishPasskey,
    /** The second step, or the setup of a second factor, begun before this page was loaded, if any. */
    resume: steps.resume,
    /** Whether somebody is signed in here. The next call shows whether the session is still active. */
    isSignedIn: async (): Promise<boolean> => Boolean(await context.store.read()),
    /** Ends the session here and at the service. */
    signOut: (options?: SignOutOptions) => signOut(context, options),
    fetch: authorizedFetch(context, refresh),

    /** How people can sign in besides a password. */
    providers: () => asNobody<SignInProvider[]>('GET', '/auth/oauth'),
    /** Starts a sign-in on the service's page, or on a provider's. @returns the address to send the browser to */
    startRedirect: async (destination: Destination): Promise<string> => {
      const parameters = await leave(context, destination)
      const { provider } = destination
      const page = provider === undefined ? '/account/sign-in' : path`/auth/oauth/${provider}`
      return url + page + search(parameters)
    },
    /**
     * Completes it, with the address that the browser returned to. That can be repeated after a 429, and, if somebody
     * is signed in, after a temporary failure.
     * @throws {Refused} `redirect_mismatch` or `redirect_failed`
     */
    finishRedirect: (location: string | URL) =>
      comeBack(context, location, ({ proof }, take) =>
        steps.orStep(take(proof && steps.exchangeHere({ grant_type: 'oauth_code', ...proof }))),
      ),

    ...areasOf(context, call, asNobody),

    /** Stops listening to other tabs. */
    dispose: ignoreTabs,
  }
}

/** @throws {TypeError} where a program begins, rather than where a call fails */
const originOf = (address: string): string => {
  // `localhost:4300` is an address, too, of the scheme `localhost:`
  if (!/^https?:\/\//i.test(address))
    throw new TypeError(`url or origins is not like https://accounts.example.com: ${address}`)
  return new URL(address).origin
}

/** Reading it throws where a browser forbids it. */
const sharedStorage = (): StorageLike | undefined => {
  try {
    // Node has one of its own, which belongs to no person
    return 'document' in globalThis ? globalThis.localStorage : undefined
  } catch {
    return undefined
  }
}
