import { emailRoutes } from './routes.ts'

export const emailChange = {
  routes: emailRoutes,
}
