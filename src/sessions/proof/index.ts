import { proofRoutes } from './routes.ts'

export const proof = {
  routes: proofRoutes,
}
