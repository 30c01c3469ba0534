import { webhookRoutes } from './routes.ts'

/** Who is told what happens. */
export const webhookAdministration = {
  isForOperators: true,
  routes: webhookRoutes,
}
