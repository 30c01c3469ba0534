import { deviceRoutes } from './routes.ts'

/** Owners' view of the devices that skip the second step. Trusting one is part of signing in. */
export const ownDevices = {
  routes: deviceRoutes,
}
