import { onCoordinator } from '#platform/db/spreading/spread.ts'
import { sweepImports } from './queries.ts'
import { movingRoutes } from './routes.ts'

/** People who come from another system, and those who go to one. */
export const moving = {
  tables: ['imports'],
  spread: { imports: onCoordinator },
  jobs: [{ name: 'forget imports', run: sweepImports }],
  isForOperators: true,
  routes: movingRoutes,
}
