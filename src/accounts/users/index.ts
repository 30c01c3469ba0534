import { sweepReservations } from './emails/queries.ts'
import { sweepFormerEmails } from './former-emails/queries.ts'
import { closeExpired } from './invitations/queries.ts'
import { sweepKnownAddresses } from './known-addresses/queries.ts'

export const users = {
  name: 'users',
  tables: ['users', 'emails', 'former_emails', 'known_addresses', 'account_deletions', 'invitations'],
  jobs: [
    { name: 'close accounts of expired invitations', run: closeExpired },
    { name: 'delete known addresses', run: sweepKnownAddresses },
    { name: 'delete former addresses', run: sweepFormerEmails },
    { name: 'free reserved addresses', run: sweepReservations },
  ],
}
