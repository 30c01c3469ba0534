import { sweepCodes, sweepLinks, sweepTransactions } from './queries.ts'
import { oauthRoutes } from './routes.ts'

export const providerSignIn = {
  name: 'provider-sign-in',
  tables: ['oauth_codes', 'oauth_transactions', 'identity_links'],
  routes: oauthRoutes,
  jobs: [
    { name: 'delete sign-in codes', run: sweepCodes },
    { name: 'delete provider sign-ins', run: sweepTransactions },
    { name: 'delete provider links', run: sweepLinks },
  ],
}
