import { eventFeedRoutes } from './routes.ts'

/** What happens, as other services follow it. */
export const eventFeed = {
  routes: eventFeedRoutes,
}
