import { forgottenPasswordChannel } from './account/password/forgotten-channel.ts'
import type { Channels } from './outbox/channel.ts'
import { mailChannel } from './outbox/mail.ts'

/** Everything that the outbox can do with a row, by its `channel`. */
export const channels = {
  mail: mailChannel,
  forgotten_password: forgottenPasswordChannel,
} satisfies Channels
