import { sweepDevices } from './queries.ts'

/** Where people have proven their second factor, and are not asked for it again for a while. */
export const trustedDevices = {
  tables: ['trusted_devices'],
  spread: { trusted_devices: 'user_id' },
  jobs: [{ name: 'delete trusted devices', run: sweepDevices }],
}
