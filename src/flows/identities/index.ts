import { identityRoutes } from './routes.ts'

export const linkedIdentities = {
  name: 'identities',
  routes: identityRoutes,
}
