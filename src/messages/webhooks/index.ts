import { onCoordinator } from '../../platform/db/spreading/spread.ts'
import { sweepWebhookAttempts } from './queries/attempts.ts'
import { sealedWebhooks } from './queries/webhooks.ts'
import { resealWebhooks } from './reseal.ts'

/** Where news is sent as it happens, what waits to be sent again, and what was answered. */
export const webhooks = {
  tables: ['webhooks', 'webhook_waiting', 'webhook_attempts'],
  spread: { webhooks: onCoordinator, webhook_waiting: onCoordinator, webhook_attempts: onCoordinator },
  sealed: [sealedWebhooks],
  jobs: [
    { name: 'delete webhook attempts', run: sweepWebhookAttempts },
    { name: 'seal webhook secrets anew', run: resealWebhooks },
  ],
}
