import { sweepHeld } from './emails/owners/queries.ts'
import { emailSealing } from './emails/queries.ts'
import { formerSealing, sweepFormerEmails } from './former-emails/queries.ts'
import { closeExpired } from './invitations/queries.ts'
import { sweepKnownAddresses } from './known-addresses/queries.ts'

export const users = {
  tables: [
    'users',
    'email_owners',
    'emails',
    'former_emails',
    'known_addresses',
    'account_deletions',
    'invitations',
  ],
  spread: {
    users: 'id',
    email_owners: 'canonical',
    emails: 'user_id',
    former_emails: 'user_id',
    known_addresses: 'user_id',
    account_deletions: 'user_id',
    invitations: 'user_id',
  },
  sealings: [emailSealing, formerSealing],
  jobs: [
    { name: 'close accounts of expired invitations', run: closeExpired },
    { name: 'delete known addresses', run: sweepKnownAddresses },
    { name: 'delete former addresses', run: sweepFormerEmails },
    { name: 'free held addresses', run: sweepHeld },
  ],
}
