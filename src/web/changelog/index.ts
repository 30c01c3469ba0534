import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { sweepCalls } from './deprecations/queries.ts'
import { changelogRoutes } from './routes/changelog.ts'

export const changelog = {
  tables: ['deprecated_calls'],
  spread: { deprecated_calls: onCoordinator },
  routes: changelogRoutes,
  jobs: [{ name: 'delete deprecated calls', run: sweepCalls }],
}
