import { authenticatorRoutes } from './routes.ts'

/** Additional authenticator apps. The first is set up, and the last removed, with two-factor itself. */
export const authenticators = {
  routes: authenticatorRoutes,
}
