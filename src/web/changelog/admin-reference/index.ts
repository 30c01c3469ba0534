import { adminReferenceRoutes } from './routes.ts'

/** The interface for operators, apart from that for applications. */
export const adminReference = {
  isForOperators: true,
  routes: adminReferenceRoutes,
}
