import { sweepCalls } from './deprecations/queries.ts'
import { changelogRoutes } from './routes.ts'

export const changelog = {
  name: 'changelog',
  tables: ['deprecated_calls'],
  routes: changelogRoutes,
  jobs: [{ name: 'delete deprecated calls', run: sweepCalls }],
}
