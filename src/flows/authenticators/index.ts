import { authenticatorRoutes } from './routes.ts'

/** Several authenticator apps beside each other. The first one is set up, and the last one removed, with two-factor. */
export const authenticators = {
  name: 'authenticators',
  routes: authenticatorRoutes,
}
