import { emailRoutes } from './routes.ts'

export const emailChange = {
  name: 'email',
  routes: emailRoutes,
}
