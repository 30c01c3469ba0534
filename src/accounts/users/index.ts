import { sweepKnownAddresses } from './queries.ts'

/** Who has an account, and their address. */
export const users = {
  name: 'users',
  tables: ['users', 'emails', 'known_addresses'],
  jobs: [{ name: 'delete known addresses', run: sweepKnownAddresses }],
}
