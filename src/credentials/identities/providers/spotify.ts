import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

export const spotify = oauth2({
  name: 'Spotify',
  scopes: 'user-read-email',
  endpoints: () => ({
    issuer: 'https://accounts.spotify.com',
    authorization: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    people: ['https://api.spotify.com/v1/me'],
  }),
  secretIn: 'header',
  // addresses are unverified, according to its documentation
  identify: ({ id, email }) => identityOf(id, email, false),
})
