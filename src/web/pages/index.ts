import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { sweepPresses } from './presses/queries.ts'
import { hostedPageRoutes } from './routes/hosted.ts'

export const pages = {
  tables: ['presses'],
  spread: { presses: onCoordinator },
  routes: hostedPageRoutes,
  jobs: [{ name: 'delete presses', run: sweepPresses }],
}
