import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

const version = 'v23.0'

export const facebook = oauth2({
  name: 'Facebook',
  scopes: 'email',
  endpoints: () => ({
    issuer: 'https://www.facebook.com',
    authorization: `https://www.facebook.com/${version}/dialog/oauth`,
    token: `https://graph.facebook.com/${version}/oauth/access_token`,
    people: [`https://graph.facebook.com/${version}/me?fields=id,email`],
  }),
  // doesn't say whether the address is verified
  identify: ({ id, email }) => identityOf(id, email, false),
})
