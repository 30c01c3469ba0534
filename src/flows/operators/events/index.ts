import { eventSearchRoutes } from './routes.ts'

/** What happened to all people, as operators search for it. */
export const eventSearch = {
  isForOperators: true,
  routes: eventSearchRoutes,
}
