import { oauthRoutes } from './routes.ts'

export const providerSignIn = {
  name: 'provider-sign-in',
  routes: oauthRoutes,
}
