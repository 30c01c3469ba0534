import { providerSignInsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { failureAt } from '../../credentials/identities/providers/failure.ts'
import type { Provider } from '../../credentials/identities/providers/provider.ts'
import {
  bindTransaction,
  insertTransaction,
  type Transaction,
} from '../../credentials/identities/queries/transactions.ts'
import type { Client, Deps } from '../../deps.ts'
import { badRequest, signInLost, untrustedRedirect } from '../../platform/errors.ts'
import { leadingBack } from '../return/lead-back.ts'
import { isRegistered } from '../return/redirect-uri.ts'
import { type BrowserSecret, digestOf, newState, proofsOf } from './browser.ts'
import { callbackUrl } from './callback-url.ts'
import { linkerOf } from './linker.ts'

export const transactionSeconds = 10 * 60

/** Query parameters as received. */
export type Asked = Partial<
  Record<'redirect_uri' | 'state' | 'code_challenge' | 'code_challenge_method' | 'link', unknown>
>

/**
 * @returns where to send the browser: to the provider, or back with an `error`
 * @throws 400 without a registered address to send it back to
 */
export const startSignIn = async (
  deps: Deps,
  provider: Provider,
  asked: Asked,
  secret: BrowserSecret,
  client: Client,
): Promise<string> => {
  if (asked.link !== undefined) return startLink(deps, provider, asked.link, secret, client)
  const redirectUri = trustedRedirect(deps, asked)
  const clientState = isPlain(asked.state) ? asked.state : undefined
  return leadingBack({ redirectUri, clientState, client }, async () => {
    const transaction = readTransaction(deps, asked)
    await takeAttempts(deps, providerSignInsByAddress(client))
    const state = newState()
    const location = await leadTo(deps, provider, secret, state)
    await insertTransaction(deps.db, {
      ...transaction,
      digest: digestOf(state),
      provider: provider.id,
      browserDigest: digestOf(secret),
      linker: undefined,
      seconds: transactionSeconds,
    })
    return location
  })
}

/** @throws 400 for invalid parameters */
export const readTransaction = (deps: Deps, asked: Asked): Transaction => {
  const redirectUri = trustedRedirect(deps, asked)
  const { state, code_challenge, code_challenge_method } = asked
  if (state !== undefined && !isPlain(state)) throw badRequest('state must be one text of printable ASCII.')
  if (code_challenge === undefined && code_challenge_method === undefined)
    return { redirectUri, clientState: state, codeChallenge: undefined }
  // RFC 7636 §4.3: the default would be plain, which protects nothing
  if (code_challenge_method !== 'S256') throw badRequest('code_challenge_method must be S256.')
  if (typeof code_challenge !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(code_challenge))
    throw badRequest('code_challenge must be the base64url of a SHA-256.')
  return { redirectUri, clientState: state, codeChallenge: code_challenge }
}

const startLink = async (
  deps: Deps,
  provider: Provider,
  link: unknown,
  secret: BrowserSecret,
  client: Client,
): Promise<string> => {
  const state = String(link)
  const key = { digest: digestOf(state), provider: provider.id, browserDigest: digestOf(secret) }
  const begun = await bindTransaction(deps.db, key)
  if (!begun) throw signInLost()
  await linkerOf(deps, begun)
  const { redirectUri, clientState } = begun
  return leadingBack({ redirectUri, clientState: clientState ?? undefined, client }, () =>
    leadTo(deps, provider, secret, state),
  )
}

const leadTo = async (deps: Deps, provider: Provider, secret: BrowserSecret, state: string) =>
  provider.authorizationUrl(callbackUrl(deps, provider), proofsOf(secret, state)).catch((error) => {
    throw failureAt(deps, provider.id, error)
  })

/** @throws 400 unless it is registered, character for character */
export const trustedRedirect = ({ config }: Deps, { redirect_uri }: Asked): string => {
  const isKnown =
    typeof redirect_uri === 'string' &&
    (redirect_uri === ownReturn({ config }) || isRegistered(config.oauthRedirectUris, redirect_uri))
  if (!isKnown) throw untrustedRedirect()
  return redirect_uri
}

/** Where the hosted pages are returned to by a provider. No application gets there. */
export const ownReturn = ({ config: { pages, publicUrl } }: Pick<Deps, 'config'>): string | undefined =>
  pages && publicUrl ? `${publicUrl}/account/signed-in` : undefined

// RFC 6749 appendix A.5
const isPlain = (state: unknown): state is string => typeof state === 'string' && /^[\x20-\x7e]+$/.test(state)
