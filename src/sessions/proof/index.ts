import { proofRoutes } from './routes.ts'

export const proof = {
  name: 'proof',
  routes: proofRoutes,
}
