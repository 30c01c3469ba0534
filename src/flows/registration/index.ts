import { registrationRoutes } from './routes.ts'

export const registration = {
  routes: registrationRoutes,
}
