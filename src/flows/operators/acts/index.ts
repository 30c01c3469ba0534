import { administrationRoutes } from './routes.ts'

/** What operators do to accounts, by command and, with a service key, by request. Each act is recorded with who did it. */
export const administration = {
  isForOperators: true,
  routes: administrationRoutes,
}
