import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

/**
 * It says that it speaks OpenID Connect, but its ID token has no nonce, and it takes a PKCE verifier from apps without
 * a secret alone. So the token is left unread, and LinkedIn is asked who it is with the access token that the code and
 * the secret bought.
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
