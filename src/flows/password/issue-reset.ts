import type { Actor } from '../../accounts/events/events.ts'
import { recordEvent } from '../../accounts/events/record.ts'
import { type Addressee, issueLink } from '../../accounts/links/issue.ts'
import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'

/** `address`: where the request came from; null for an operator's. */
export const issueReset = async (
  { keys }: Pick<Deps, 'keys'>,
  runner: Runner,
  {
    userId,
    email,
    address,
    userAgent,
    actor = { kind: 'stranger' },
    reason,
  }: Addressee & {
    address: string | null
    userAgent?: string | undefined
    actor?: Actor
    reason?: string | undefined
  },
): Promise<void> => {
  await issueLink({ keys }, runner, 'reset', { userId, email }, { address, userAgent })
  await recordEvent(runner, {
    type: 'password.reset_requested',
    userId,
    ...(address !== null && { address }),
    actor,
    reason,
  })
}
