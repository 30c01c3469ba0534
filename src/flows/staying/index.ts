import { stayingRoutes } from './routes.ts'

export const staying = {
  name: 'staying',
  routes: stayingRoutes,
}
