import { sweepCodes } from './queries/codes.ts'
import { identitySealing } from './queries/identities.ts'
import { sweepIdentityLinks } from './queries/pending-links.ts'
import { sweepTransactions } from './queries/transactions.ts'

/** Accounts at other providers, and the sign-ins and links in progress there. */
export const identities = {
  tables: ['identity_owners', 'identities', 'oauth_codes', 'oauth_transactions', 'identity_links'],
  spread: {
    identity_owners: 'subject',
    identities: 'user_id',
    oauth_codes: 'user_id',
    oauth_transactions: 'digest',
    identity_links: 'user_id',
  },
  sealings: [identitySealing],
  jobs: [
    { name: 'delete sign-in codes', run: sweepCodes },
    { name: 'delete provider sign-ins', run: sweepTransactions },
    { name: 'delete provider links', run: sweepIdentityLinks },
  ],
}
