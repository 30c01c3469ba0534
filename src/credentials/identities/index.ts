import { sweepCodes, sweepIdentityLinks, sweepTransactions } from './under-way/queries.ts'

/** Who people are at other providers, and what is under way there. */
export const identities = {
  name: 'identities',
  tables: ['identities', 'oauth_codes', 'oauth_transactions', 'identity_links'],
  jobs: [
    { name: 'delete sign-in codes', run: sweepCodes },
    { name: 'delete provider sign-ins', run: sweepTransactions },
    { name: 'delete provider links', run: sweepIdentityLinks },
  ],
}
