import { openIdConnect } from './openid-connect.ts'

const claims = { id_token: { email: null, email_verified: null } }

export const twitch = openIdConnect({
  name: 'Twitch',
  issuer: 'https://id.twitch.tv/oauth2',
  scopes: 'openid user:read:email',
  // OpenID Connect Core §5.5: its ID token names an address only when it is asked to
  parameters: { claims: JSON.stringify(claims) },
  // a list, against RFC 6749 §5.1; nothing here asks for it
  mend: ({ scope: _, ...answer }) => answer,
})
