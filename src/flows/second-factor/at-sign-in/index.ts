import { enrolmentRoutes } from './routes.ts'

/** The setup of a second factor by people who have to have one before there is a session. */
export const enrolment = {
  routes: enrolmentRoutes,
}
