import { mailRoutes } from './routes.ts'

/** Emails that did not arrive. */
export const mailsOfAll = {
  isForOperators: true,
  routes: mailRoutes,
}
