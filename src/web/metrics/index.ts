import { metricsRoutes } from './routes.ts'

/** What monitoring asks, apart from everybody else: on `ADMIN_LISTEN` or not at all. */
export const metrics = {
  isForOperators: true,
  routes: metricsRoutes,
}
