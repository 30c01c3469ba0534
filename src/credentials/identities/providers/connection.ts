import type * as OpenIdClient from 'openid-client'
import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { hour } from '#platform/seconds.ts'
import { fetchFor } from './outgoing.ts'
import type { Proofs, SettingsReader } from './provider.ts'
import { signingKeys } from './signing-keys.ts'

export type Connection = { library: typeof OpenIdClient; configuration: Configuration }

export type Manner = {
  /** Client authentication; by the client secret by default. */
  authenticate?: (library: typeof OpenIdClient, settings: SettingsReader) => ClientAuth
  mend?: (answer: Record<string, unknown>) => Record<string, unknown>
}

const keptMs = hour * 1_000
// an unreachable provider is not asked again for every visitor
const pauseMs = 5_000

/**
 * Connects when first needed, and caches the metadata for an hour. The library is loaded then as well, because it
 * takes 40 ms and 10 MB.
 * @param server the provider's endpoints, or its issuer for discovery (OpenID Connect Discovery 1.0 §4)
 */
export const connectionTo = (
  server: URL | ServerMetadata,
  settings: SettingsReader,
  { authenticate = withSecret, mend }: Manner,
): (() => Promise<Connection>) => {
  const clientId = settings.need('CLIENT_ID')
  const issuer = server instanceof URL ? server : new URL(server.issuer)
  const fetch = fetchFor(issuer.hostname)
  const withKeys = signingKeys()

  const load = kept(async () => {
    const library = await import('openid-client')
    const auth = authenticate(library, settings)
    // the settings allow plain http on loopback only
    const execute = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []
    const discover = fetchedOnce(fetch)
    const configure = async () =>
      server instanceof URL
        ? library.discovery(server, clientId, {}, auth, { execute, [library.customFetch]: discover })
        : new library.Configuration(server, clientId, {}, auth)
    await configure()
    return { library, execute, configure }
  })

  return async () => {
    const { library, execute, configure } = await load()
    // one for each use, because each keeps the provider's keys by itself
    const configuration = await configure()
    for (const extension of execute) extension(configuration)
    // OpenID Connect Core §3.1.3.7 lets TLS replace the signature check; we do both
    library.enableNonRepudiationChecks(configuration)
    const metadata = configuration.serverMetadata()
    const fetchMended = mend ? mended(fetch, mend, metadata.token_endpoint) : fetch
    configuration[library.customFetch] = withKeys(fetchMended, metadata)
    return { library, configuration }
  }
}

/** Always with state, nonce and PKCE. */
export const authorizationUrl = async (
  { library, configuration }: Connection,
  callbackUrl: string,
  { state, nonce, codeVerifier }: Proofs,
  parameters: Record<string, string>,
): Promise<string> => {
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl,
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return url.href
}

// OpenID Connect Discovery §3: in the header unless the provider asks for the body
const withSecret: Required<Manner>['authenticate'] = (library, settings) => {
  const secret = settings.get('CLIENT_SECRET')
  if (secret === undefined) return library.None()
  const [inBody, inHeader] = [library.ClientSecretPost(secret), library.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    return (methods?.includes('client_secret_post') ? inBody : inHeader)(server, ...rest)
  }
}

/** The first answer, again and again. */
const fetchedOnce = (fetch: CustomFetch): CustomFetch => {
  let answer: Response | undefined
  return async (url, options) => {
    answer ??= await fetch(url, options)
    return answer.clone()
  }
}

const mended =
  (fetch: CustomFetch, mend: Required<Manner>['mend'], tokenEndpoint: string | undefined): CustomFetch =>
  async (url, options) => {
    const response = await fetch(url, options)
    const { status, headers } = response
    if (url !== tokenEndpoint || status !== 200) return response
    return new Response(JSON.stringify(mend(Object(await response.json()))), { status, headers })
  }

const kept = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined
  let untilMs = 0
  return () => {
    if (value && performance.now() < untilMs) return value
    untilMs = Number.POSITIVE_INFINITY
    const lasting = (ms: number) => () => {
      untilMs = performance.now() + ms
    }
    value = make()
    value.then(lasting(keptMs), lasting(pauseMs))
    return value
  }
}
