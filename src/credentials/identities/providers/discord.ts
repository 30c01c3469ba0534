import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

export const discord = oauth2({
  name: 'Discord',
  scopes: 'identify email',
  endpoints: () => ({
    issuer: 'https://discord.com',
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    people: ['https://discord.com/api/users/@me'],
  }),
  identify: ({ id, email, verified }) => identityOf(id, email, verified),
})
