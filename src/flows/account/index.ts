import { accountRoutes } from './routes.ts'

export const account = {
  routes: accountRoutes,
}
