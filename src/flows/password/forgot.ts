import { randomInt, randomUUID } from 'node:crypto'
import vine from '@vinejs/vine'
import { resetsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { emailField } from '../../credentials/password/fields.ts'
import type { Client, Deps } from '../../deps.ts'
import { insertRow } from '../../messages/outbox/queries/outbox.ts'
import { hour } from '../../platform/seconds.ts'

export const forgotBody = vine.create({ email: emailField() })

/** After this, nobody waits for the email any longer. */
const useSeconds = hour

const maxDelayMs = 2_000

/**
 * Queues a request for a link. The outbox looks up the account, after a random delay, so that neither this
 * answer nor the next request reveals whether it exists.
 * @throws 429 after too many from one place
 */
export const forgotPassword = async (
  deps: Deps,
  { canonical }: { canonical: string },
  client: Client,
): Promise<void> => {
  await takeAttempts(deps, resetsByAddress(client))
  await insertRow(deps.db, {
    // a queue each, so that repeated requests do not queue up
    queue: randomUUID(),
    userId: undefined,
    channel: 'forgotten_password',
    message: 'forgotten-password',
    recipient: canonical,
    detail: { address: client.address, userAgent: client.userAgent },
    sealed: undefined,
    seconds: useSeconds,
    delaySeconds: randomInt(maxDelayMs) / 1_000,
  })
}
