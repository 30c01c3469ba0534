import { registrationRoutes } from './routes.ts'

export const registration = {
  name: 'registration',
  routes: registrationRoutes,
}
