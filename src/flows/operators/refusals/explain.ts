import { findWaits } from '#accounts/limits/find-waits.ts'
import { findRefusal, findUnownedRefusal, listRefusals } from '#accounts/refusals/queries/read.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { listKnownAddresses } from '#accounts/users/queries/known-addresses.ts'
import type { AdminRefusal, AdminWait } from '#contract/admin.ts'
import type { Deps } from '#deps.ts'
import type { Language } from '#platform/languages.ts'
import { shownRefusal, shownWait } from './shown.ts'

type Asking = Pick<Deps, 'db' | 'now'>

/** Those of an account. */
const listed = 100

/** What was refused to somebody within 30 days, the latest first. */
export const refusalsOf = async (
  deps: Asking,
  userId: string,
  language: Language = 'en',
): Promise<AdminRefusal[]> => {
  const told = await toldOf(deps, userId, language)
  return (await listRefusals(deps.db, userId, listed)).map((row) => shownRefusal({ ...row, userId }, told))
}

/** Which waits somebody has now, and when they end. */
export const waitsOf = async (
  deps: Asking,
  userId: string,
  language: Language = 'en',
): Promise<AdminWait[]> => {
  const mailbox = await findMailbox(deps.db, userId)
  if (!mailbox) return []
  const told = await toldOf(deps, userId, language)
  const waits = await findWaits(deps.db, { userId, canonical: mailbox.canonical })
  return waits.map((wait) => shownWait(wait, told))
}

/** A refusal by the `X-Request-Id` of its answer, of whomever. @returns undefined if none is kept */
export const explainRequest = async (
  deps: Asking,
  requestId: string,
  language: Language = 'en',
): Promise<AdminRefusal | undefined> => {
  const owned = await findRefusal(deps.db, requestId)
  if (owned) return shownRefusal(owned, await toldOf(deps, owned.userId, language))
  const row = await findUnownedRefusal(deps.db, requestId)
  return row && shownRefusal({ ...row, userId: null }, { language, nowMs: deps.now(), known: undefined })
}

const toldOf = async ({ db, now }: Asking, userId: string, language: Language) => {
  const [known] = await listKnownAddresses(db, userId)
  return { language, nowMs: now(), known }
}
