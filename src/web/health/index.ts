import { healthRoutes } from './routes.ts'

export const health = {
  routes: healthRoutes,
}
