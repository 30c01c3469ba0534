import { authorizationUrl, type Connection, connectionTo, type Manner } from './connection.ts'
import { whyOf } from './failure.ts'
import {
  type Identity,
  identityOf,
  isWrittenTrue,
  type Proofs,
  ProviderFault,
  type ProviderKind,
} from './provider.ts'

type OpenIdConnect = Manner & {
  name?: string
  /** The default of `ISSUER`, which is required without it. */
  issuer?: string
  scopes?: string
  /** Additional parameters of the authorization request. */
  parameters?: Record<string, string>
  /** @param claims of the ID token, and of the userinfo endpoint if the token has no email address */
  identify?: (claims: Claims) => Identity
}

type Claims = Readonly<Record<string, unknown>>

/** Any provider with discovery (OpenID Connect Core 1.0, Discovery 1.0). */
export const openIdConnect =
  ({ scopes = 'openid email', parameters = {}, identify, ...known }: OpenIdConnect): ProviderKind =>
  (id, settings) => {
    const issuer = settings.address('ISSUER') ?? new URL(known.issuer ?? settings.need('ISSUER'))
    const connection = connectionTo(issuer, settings, known)
    return {
      id,
      name: settings.get('NAME') ?? known.name ?? id,
      authorizationUrl: async (callbackUrl, proofs) => {
        const scope = settings.get('SCOPES') ?? scopes
        return authorizationUrl(await connection(), callbackUrl, proofs, { scope, ...parameters })
      },
      identify: async (answer, proofs) => {
        const { claims, why } = await claimsOf(await connection(), answer, proofs)
        const identity = (identify ?? standardClaims(issuer))(claims)
        return why ? { ...identity, doubt: why } : identity
      },
    }
  }

const claimsOf = async (
  { library, configuration }: Connection,
  answer: URL,
  { state, nonce, codeVerifier }: Proofs,
): Promise<{ claims: Claims; why?: string }> => {
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ProviderFault('an answer without an ID token')
  const { userinfo_endpoint } = configuration.serverMetadata()
  if (claims.email !== undefined || userinfo_endpoint === undefined) return { claims }
  try {
    const more = await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { claims: { ...more, ...claims } }
  } catch (error) {
    // OpenID Connect Core §5.3.2: of somebody else
    if (Object(error).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error
    // the token identifies the person, and linked people need no address
    return { claims, why: `no address from its userinfo endpoint: ${whyOf(error)}` }
  }
}

/** Amazon Cognito's userinfo endpoint writes `email_verified` as a text, by its documents. */
export const standardClaims =
  ({ hostname }: URL) =>
  ({ sub, email, email_verified }: Claims): Identity =>
    identityOf(sub, email, cognito.test(hostname) ? isWrittenTrue(email_verified) : email_verified)

const cognito = /^cognito-idp\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/
