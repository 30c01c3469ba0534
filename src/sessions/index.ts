import { sweepSessions } from './queries.ts'
import { sessionRoutes } from './routes.ts'

export const sessions = {
  name: 'sessions',
  tables: ['sessions'],
  routes: sessionRoutes,
  jobs: [{ name: 'delete sessions', run: sweepSessions }],
}
