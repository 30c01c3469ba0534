import { oversightRoutes } from './routes.ts'

/** Who watches the operators: what they did, and with which keys. */
export const oversight = {
  isForOperators: true,
  routes: oversightRoutes,
}
