import { mailChannel } from './mail.ts'
import { callForgotten, sweepOutbox } from './queries.ts'

export const outbox = {
  name: 'outbox',
  tables: ['outbox', 'outbox_attempts'],
  channels: { mail: mailChannel },
  jobs: [
    { name: 'call forgotten mails', run: callForgotten },
    { name: 'delete mails', run: sweepOutbox },
  ],
}
