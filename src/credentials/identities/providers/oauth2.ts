import { authorizationUrl, connectionTo, type Manner } from './connection.ts'
import { whyOf } from './failure.ts'
import { type Identity, ProviderFault, type ProviderKind, type SettingsReader } from './provider.ts'

/** A provider of OAuth 2 with its own way of identifying people. */
type OAuth2 = Manner & {
  name: string
  scopes: string
  endpoints: (settings: SettingsReader) => Endpoints
  /** Where the client secret goes; the body by default. */
  secretIn?: 'header'
  /** False if it refuses PKCE verifiers from clients with a secret. */
  takesVerifier?: boolean
  /** @param answers of each of `endpoints.people`, or of the first alone if the others fail */
  identify: (...answers: Answer[]) => Identity
}

type Endpoints = {
  /** The provider's `iss` (RFC 9207), if it sends one. */
  issuer: string
  authorization: string
  token: string
  people: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a provider sends; identityOf checks it
type Answer = any

/** RFC 6749, always with state and PKCE. */
export const oauth2 =
  ({ scopes, secretIn, takesVerifier = true, identify, ...known }: OAuth2): ProviderKind =>
  (id, settings) => {
    const { issuer, authorization, token, people } = known.endpoints(settings)
    settings.need('CLIENT_SECRET')
    const server = {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      token_endpoint_auth_methods_supported: [
        secretIn === 'header' ? 'client_secret_basic' : 'client_secret_post',
      ],
    }
    const connection = connectionTo(server, settings, known)
    return {
      id,
      name: settings.get('NAME') ?? known.name,
      authorizationUrl: async (callbackUrl, proofs) =>
        authorizationUrl(await connection(), callbackUrl, proofs, {
          scope: settings.get('SCOPES') ?? scopes,
        }),
      identify: async (answer, { state, codeVerifier }) => {
        const { library, configuration } = await connection()
        const tokens = await library.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          ...(takesVerifier && { pkceCodeVerifier: codeVerifier }),
        })
        const ask = async (url: string): Promise<Answer> => {
          const { host, pathname } = new URL(url)
          const token = tokens.access_token
          const response = await library.fetchProtectedResource(configuration, token, new URL(url), 'GET')
          if (!response.ok) throw new ProviderFault(`${host}${pathname} answered ${response.status}`)
          return Object(await response.json())
        }
        const [who = '', ...more] = people
        const person = await ask(who)
        try {
          return identify(person, ...(await Promise.all(more.map(ask))))
        } catch (error) {
          if (more.length === 0) throw error
          // the person is identified, and linked people need no address
          return { ...identify(person), doubt: `no address: ${whyOf(error)}` }
        }
      },
    }
  }
