import { oauth2 } from './oauth2.ts'
import { identityOf } from './provider.ts'

/** GitHub, or the Enterprise Server at `ISSUER`. */
export const github = oauth2({
  name: 'GitHub',
  scopes: 'read:user user:email',
  endpoints: (settings) => {
    const site = settings.address('ISSUER')?.href.replace(/\/$/, '')
    const web = site ?? 'https://github.com'
    const api = site ? `${site}/api/v3` : 'https://api.github.com'
    return {
      issuer: `${web}/login/oauth`,
      authorization: `${web}/login/oauth/authorize`,
      token: `${web}/login/oauth/access_token`,
      people: [`${api}/user`, `${api}/user/emails`],
    }
  },
  // the profile's public address may be unverified
  identify: (user, emails = []) => {
    const primary = [...emails].find((email) => email.primary === true)
    return identityOf(user.id, primary?.email, primary?.verified)
  },
})
