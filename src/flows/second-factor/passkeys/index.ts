import { passkeyRoutes } from './routes.ts'

/** What owners do with passkeys. Signing in by one is a grant. */
export const ownPasskeys = {
  routes: passkeyRoutes,
}
