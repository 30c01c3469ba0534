import { emailCodeChannel } from './email-code/channel.ts'
import { signInRoutes } from './routes.ts'

export const signIn = {
  routes: signInRoutes,
  channels: { email_code: emailCodeChannel },
}
