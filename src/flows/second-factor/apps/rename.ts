import type { Authenticator } from '#contract/wire.ts'
import { renameAuthenticator } from '#credentials/totp/queries/authenticators.ts'
import type { Deps } from '#deps.ts'
import { isId } from '#platform/crypto/id.ts'
import { notFound } from '#platform/errors.ts'
import { shown } from './shown.ts'

/** @throws 404 for an unknown id */
export const rename = async (
  { db }: Deps,
  userId: string,
  renamed: { id: string; name: string },
): Promise<Authenticator> => {
  const row = isId(renamed.id) ? await renameAuthenticator(db, userId, renamed) : undefined
  if (!row) throw notFound()
  return shown(row)
}
