import { recordEvent } from '../../accounts/events/record.ts'
import type { Deps } from '../../deps.ts'
import { unseal, whyUnopened } from '../../platform/crypto/seal.ts'

type Sealed = { what: 'authenticator' | 'enrolment'; userId: string; sealedSecret: Uint8Array }

/**
 * @returns undefined if it does not open, which the log and an event report: its key is gone, or its row was
 *   changed or copied from another account
 */
export const openSecret = async (
  deps: Deps,
  { what, userId, sealedSecret }: Sealed,
): Promise<Buffer | undefined> => {
  const secret = unseal(deps.keys, sealedSecret, userId)
  if (secret) return secret
  const why = whyUnopened(deps.keys, sealedSecret)
  deps.log.error({ userId, what }, words[why])
  const event = { type: 'secret.unreadable', outcome: 'refused', userId, detail: { what, why } } as const
  await recordEvent(deps.db, { ...event, actor: { kind: 'system' } })
  return undefined
}

const words = {
  key: 'a second factor is sealed with a key that SECRET_KEY does not have',
  changed: 'a second factor does not open: its row was changed, or copied from another account',
}
