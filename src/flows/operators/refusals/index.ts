import { refusalRoutes } from './routes.ts'

/** Why somebody was refused, and until when. Looking changes nothing, and is not recorded. */
export const explanations = {
  isForOperators: true,
  routes: refusalRoutes,
}
