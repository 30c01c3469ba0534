import { metricsRoutes } from './routes.ts'

/** What monitoring reads: on `ADMIN_LISTEN` or not at all. */
export const metrics = {
  isForOperators: true,
  routes: metricsRoutes,
}
