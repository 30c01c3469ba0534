import { administrationRoutes } from './routes.ts'

/** What operators do, by command and, with a service key, by request. */
export const administration = {
  name: 'administration',
  isForOperators: true,
  routes: administrationRoutes,
}
