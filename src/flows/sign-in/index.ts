import { signInRoutes } from './routes.ts'

export const signIn = {
  name: 'sign-in',
  routes: signInRoutes,
}
