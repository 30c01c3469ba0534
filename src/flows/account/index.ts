import { accountRoutes } from './routes.ts'

export const account = {
  name: 'account',
  routes: accountRoutes,
}
