import { sweepAccounts, sweepDeparted } from './forget.ts'

export const closing = {
  name: 'closing',
  tables: ['account_deletions'],
  jobs: [
    { name: 'remove closed accounts', run: sweepAccounts },
    { name: 'forget departed users', run: sweepDeparted },
  ],
}
