import { identityRoutes } from './routes.ts'

export const linkedIdentities = {
  routes: identityRoutes,
}
