import { twoFactorRoutes } from './routes.ts'

export const twoFactor = {
  routes: twoFactorRoutes,
}
