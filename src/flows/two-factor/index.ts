import { twoFactorRoutes } from './routes.ts'

export const twoFactor = {
  name: 'two-factor',
  routes: twoFactorRoutes,
}
