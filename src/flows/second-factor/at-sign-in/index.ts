import { enrolmentRoutes } from './routes.ts'

/** The setup of a second factor by people who need one before there is a session. */
export const enrolment = {
  routes: enrolmentRoutes,
}
