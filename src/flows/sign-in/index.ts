import { signInRoutes } from './routes.ts'

export const signIn = {
  routes: signInRoutes,
}
