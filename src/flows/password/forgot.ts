import { randomInt, randomUUID } from 'node:crypto'
import vine from '@vinejs/vine'
import { resetsByAddress } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { emailField } from '../../credentials/password/fields.ts'
import type { Client, Deps } from '../../deps.ts'
import { insertRow } from '../../messages/outbox/queries.ts'

export const forgotBody = vine.create({ email: emailField() })

/** After that, whoever asked does not wait for a mail any more. */
const useSeconds = 60 * 60

const maxDelayMs = 2_000

/**
 * Notes that somebody has forgotten a password. Whether there is such an account is not even looked up before the
 * answer: that is the outbox's work, and a while after, so that it slows nobody's next request in a way that tells.
 *
 * @throws 429 when too many came from one place
 */
export const forgotPassword = async (
  deps: Deps,
  { canonical }: { canonical: string },
  client: Client,
): Promise<void> => {
  await takeAttempts(deps, resetsByAddress(client))
  await insertRow(deps.db, {
    // each its own: one address that is asked for time after time makes no long queue
    queue: randomUUID(),
    userId: undefined,
    channel: 'forgotten_password',
    message: 'forgotten-password',
    recipient: canonical,
    detail: { address: client.address },
    sealed: undefined,
    seconds: useSeconds,
    delaySeconds: randomInt(maxDelayMs) / 1_000,
  })
}
