import { overviewRoutes } from './routes.ts'

/** How the service is doing, in numbers. */
export const overview = {
  isForOperators: true,
  routes: overviewRoutes,
}
