import { type Call, path } from '../call.ts'
import type { TrustedDevice } from '../wire.ts'

/** Where signing in skips the second step. */
export const trustedDevicesArea = (call: Call) => ({
  /** Newest first. */
  list: () => call<TrustedDevice[]>('GET', '/users/me/trusted-devices'),
  /** The next sign-in on it takes the second step. */
  forget: (deviceId: string) => call('DELETE', path`/users/me/trusted-devices/${deviceId}`),
  /** The same for all of them. */
  forgetAll: () => call('DELETE', '/users/me/trusted-devices'),
})
