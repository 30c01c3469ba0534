import { authenticatorRoutes } from './routes.ts'

/** Additional authenticator apps. The first and the last one come and go with two-factor itself. */
export const authenticators = {
  routes: authenticatorRoutes,
}
