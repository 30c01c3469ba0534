import { oauthRoutes } from './routes.ts'

export const providerSignIn = {
  routes: oauthRoutes,
}
