import { introspectionRoutes } from './routes.ts'

/** What other services learn of access tokens. */
export const introspection = {
  routes: introspectionRoutes,
}
