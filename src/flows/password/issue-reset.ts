import { recordEvent } from '../../accounts/events/record.ts'
import { type Addressee, issueLink } from '../../accounts/links/issue.ts'
import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'

/** `address`: where the request came from. */
export const issueReset = async (
  { keys }: Pick<Deps, 'keys'>,
  runner: Runner,
  { userId, email, address }: Addressee & { address: string },
): Promise<void> => {
  await issueLink({ keys }, runner, 'reset', { userId, email }, { address })
  const actor = { kind: 'stranger' } as const
  await recordEvent(runner, { type: 'password.reset_requested', userId, address, actor })
}
