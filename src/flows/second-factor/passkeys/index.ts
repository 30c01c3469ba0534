import { passkeyRoutes } from './routes.ts'

/** Owners' management of passkeys. Signing in by one is a grant. */
export const ownPasskeys = {
  routes: passkeyRoutes,
}
