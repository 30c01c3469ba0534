import { signInRoutes } from './routes.ts'
import { sweepChallenges } from './second-step/queries.ts'

export const signIn = {
  name: 'sign-in',
  tables: ['challenges'],
  routes: signInRoutes,
  jobs: [{ name: 'delete challenges', run: sweepChallenges }],
}
