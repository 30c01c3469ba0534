import { bringForward } from './delivery/queries.ts'
import { callForgotten } from './line/queries.ts'
import { mailChannel } from './mail.ts'
import { sealedMails, sweepOutbox } from './queries.ts'

export const outbox = {
  tables: ['outbox', 'outbox_attempts'],
  spread: { outbox: 'queue', outbox_attempts: 'queue' },
  sealed: [sealedMails],
  channels: { mail: mailChannel },
  jobs: [
    { name: 'call forgotten mails', run: callForgotten },
    { name: 'bring mails forward', run: bringForward },
    { name: 'delete mails', run: sweepOutbox },
  ],
}
