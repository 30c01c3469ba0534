import { advanceResets } from './advance.ts'
import { twoFactorResetRoutes } from './routes.ts'

export const recovery = {
  routes: twoFactorResetRoutes,
  jobs: [{ name: 'advance two-factor resets', run: advanceResets }],
}
