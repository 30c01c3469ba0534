import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

export const x = oauth2({
  name: 'X',
  scopes: 'users.read tweet.read users.email',
  endpoints: () => ({
    issuer: 'https://x.com',
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    people: ['https://api.x.com/2/users/me?user.fields=confirmed_email'],
  }),
  secretIn: 'header',
  // only addresses that their owner confirmed
  identify: ({ data }) => identityOf(data?.id, data?.confirmed_email, data?.confirmed_email !== undefined),
})
