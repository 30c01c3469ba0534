import { adminReferenceRoutes } from './routes.ts'

/** The interface for operators, apart from that for applications. */
export const adminReference = {
  name: 'reference for operators',
  isForOperators: true,
  routes: adminReferenceRoutes,
}
