import { sweepKnownAddresses } from './queries.ts'

export const users = {
  name: 'users',
  tables: ['users', 'emails', 'known_addresses'],
  jobs: [{ name: 'delete known addresses', run: sweepKnownAddresses }],
}
