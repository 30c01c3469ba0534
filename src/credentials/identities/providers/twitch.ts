import { openIdConnect } from './openid-connect.ts'

const claims = { id_token: { email: null, email_verified: null } }

export const twitch = openIdConnect({
  name: 'Twitch',
  issuer: 'https://id.twitch.tv/oauth2',
  scopes: 'openid user:read:email',
  // OpenID Connect Core §5.5: the ID token has an email address only on request
  parameters: { claims: JSON.stringify(claims) },
  // a list, contrary to RFC 6749 §5.1, and unused here
  mend: ({ scope: _, ...answer }) => answer,
})
