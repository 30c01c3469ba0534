import { healthRoutes } from './routes.ts'

export const health = {
  name: 'health',
  routes: healthRoutes,
}
