import { findPasswordAccount } from '../../../credentials/password/queries.ts'
import { activeMethods } from '../../../credentials/queries.ts'
import type { Runner } from '../../../platform/db/db.ts'
import type { Visit } from '../hosted-page.ts'

/** What an account can prove its owner's identity with. */
export type Ways = { methods: string[]; hasPassword: boolean }

export const readWays = async (
  runner: Runner,
  { userId }: { userId: string },
  { client }: Visit,
): Promise<Ways> => {
  const [methods, account] = await Promise.all([
    activeMethods(runner, userId),
    findPasswordAccount(runner, { userId }, client.bucket),
  ])
  return { methods, hasPassword: typeof account?.phc === 'string' }
}
