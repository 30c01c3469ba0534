import { mailChannel } from './mail.ts'
import { bringForward } from './queries/delivery.ts'
import { callForgotten } from './queries/line.ts'
import { sealedMails, sweepOutbox } from './queries/outbox.ts'

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
