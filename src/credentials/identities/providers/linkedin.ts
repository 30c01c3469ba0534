import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

/**
 * Nominally OpenID Connect, but without a nonce in the ID token, and PKCE verifiers only from apps without a secret.
 * So the ID token is ignored, and the identity is fetched with the access token.
 */
export const linkedin = oauth2({
  name: 'LinkedIn',
  scopes: 'openid email',
  endpoints: () => ({
    issuer: 'https://www.linkedin.com/oauth',
    authorization: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    people: ['https://api.linkedin.com/v2/userinfo'],
  }),
  mend: ({ id_token: _, ...answer }) => answer,
  takesVerifier: false,
  identify: ({ sub, email, email_verified }) => identityOf(sub, email, email_verified),
})
