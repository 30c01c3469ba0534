import { forgottenPasswordChannel } from './forgotten-channel.ts'
import { passwordRoutes } from './routes.ts'

export const passwordChange = {
  name: 'password',
  routes: passwordRoutes,
  channels: { forgotten_password: forgottenPasswordChannel },
}
