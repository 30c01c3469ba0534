import { hostedPageRoutes } from './routes.ts'

export const pages = {
  name: 'pages',
  routes: hostedPageRoutes,
}
