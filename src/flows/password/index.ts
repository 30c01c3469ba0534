import { forgottenPasswordChannel } from './forgotten-channel.ts'
import { passwordRoutes } from './routes.ts'

export const passwordChange = {
  routes: passwordRoutes,
  channels: { forgotten_password: forgottenPasswordChannel },
}
