import { sweepAccounts, sweepDeparted } from './forget.ts'

export const closing = {
  name: 'closing',
  jobs: [
    { name: 'remove closed accounts', run: sweepAccounts },
    { name: 'forget departed users', run: sweepDeparted },
  ],
}
