import { authorizationUrl, type Connection, connectionTo, type Manner } from './connection.ts'
import { type Identity, identityOf, type Proofs, ProviderFault, type ProviderKind } from './provider.ts'

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
  ({
    scopes = 'openid email',
    parameters = {},
    identify = standardClaims,
    ...known
  }: OpenIdConnect): ProviderKind =>
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
      identify: async (answer, proofs) => identify(await claimsOf(await connection(), answer, proofs)),
    }
  }

const claimsOf = async (
  { library, configuration }: Connection,
  answer: URL,
  { state, nonce, codeVerifier }: Proofs,
): Promise<Claims> => {
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ProviderFault('an answer without an ID token')
  const { userinfo_endpoint } = configuration.serverMetadata()
  if (claims.email !== undefined || userinfo_endpoint === undefined) return claims
  return { ...(await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

const standardClaims = ({ sub, email, email_verified }: Claims) => identityOf(sub, email, email_verified)
