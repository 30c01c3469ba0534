import { consoleRoutes } from './routes.ts'

/** Pages for operators. Nothing of it is served where others can reach it: without `ADMIN_LISTEN` there is no console. */
export const consolePages = {
  isForOperators: true,
  isOnlyApart: true,
  routes: consoleRoutes,
}
