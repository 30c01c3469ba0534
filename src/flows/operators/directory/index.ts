import { userDirectoryRoutes } from './routes.ts'

/** Accounts as operators see them. Looking changes nothing, and is not recorded. */
export const userDirectory = {
  isForOperators: true,
  routes: userDirectoryRoutes,
}
