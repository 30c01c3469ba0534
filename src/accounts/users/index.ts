import { sweepHeld } from './queries/email-owners.ts'
import { emailSealing } from './queries/emails.ts'
import { formerSealing, sweepFormerEmails } from './queries/former-emails.ts'
import { closeExpired } from './queries/invitations.ts'
import { sweepKnownAddresses } from './queries/known-addresses.ts'

export const users = {
  tables: [
    'users',
    'email_owners',
    'emails',
    'former_emails',
    'known_addresses',
    'account_deletions',
    'invitations',
    'external_id_owners',
  ],
  spread: {
    users: 'id',
    email_owners: 'canonical',
    emails: 'user_id',
    former_emails: 'user_id',
    known_addresses: 'user_id',
    account_deletions: 'user_id',
    invitations: 'user_id',
    external_id_owners: 'external_id',
  },
  sealings: [emailSealing, formerSealing],
  jobs: [
    { name: 'close accounts of expired invitations', run: closeExpired },
    { name: 'delete known addresses', run: sweepKnownAddresses },
    { name: 'delete former addresses', run: sweepFormerEmails },
    { name: 'free held addresses', run: sweepHeld },
  ],
}
