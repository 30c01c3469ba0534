import { stayingRoutes } from './routes.ts'

export const staying = {
  routes: stayingRoutes,
}
