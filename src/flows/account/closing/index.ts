import { sweepAccounts, sweepDeparted } from './erase.ts'

export const closing = {
  jobs: [
    { name: 'remove closed accounts', run: sweepAccounts },
    { name: 'forget departed users', run: sweepDeparted },
  ],
}
