import { partRoutes } from './routes.ts'

/** What operators mend of an account, piece by piece. */
export const accountParts = {
  isForOperators: true,
  routes: partRoutes,
}
