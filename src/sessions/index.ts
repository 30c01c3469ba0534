import { sweepChallenges } from './queries/challenges.ts'
import { sweepSessions } from './queries/sessions.ts'
import { sessionRoutes } from './routes.ts'

/** What people get for proving their identity, and sign-ins that wait for their second factor. */
export const sessions = {
  tables: ['sessions', 'challenges'],
  spread: { sessions: 'user_id', challenges: 'user_id' },
  routes: sessionRoutes,
  jobs: [
    { name: 'delete sessions', run: sweepSessions },
    { name: 'delete challenges', run: sweepChallenges },
  ],
}
