import type { Authenticator } from '#contract/wire.ts'
import { listAuthenticators, type Authenticator as Row } from '#credentials/totp/queries/authenticators.ts'
import type { Deps } from '#deps.ts'

/** An authenticator app as its owner sees it. */
export const shown = ({ id, name, createdAt }: Row): Authenticator => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
})

/** Oldest first. */
export const showAuthenticators = async ({ db }: Deps, userId: string): Promise<Authenticator[]> =>
  (await listAuthenticators(db, userId)).map(shown)
