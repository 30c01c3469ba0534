import { findNthNewest } from '#accounts/users/queries/users.ts'
import type { Deps } from '#deps.ts'
import { nobody } from '#platform/crypto/id.ts'
import { type Loss, losses } from '#platform/metrics/losses.ts'
import { type Held, meansAmong, rulesFor } from './means.ts'
import { type Kit, listKits } from './queries.ts'
import { waysWithout } from './ways-back.ts'

/** Few enough for a tenth of a second or two of the embedded database, which serves nobody meanwhile. */
const lookedAt = 2_000

/**
 * How many accounts a single loss locks out, by what is lost, by the rule of the page of ways back.
 * @param among how many are looked at, the newest first
 */
export const countByLoss = async (
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  among = lookedAt,
): Promise<Record<Loss, number>> => {
  const kits = await listKits(deps.db, (await findNthNewest(deps.db, among)) ?? nobody)
  const counts = Object.fromEntries(losses.map((loss) => [loss, 0])) as Record<Loss, number>
  for (const kit of kits) for (const loss of fatalTo(deps, heldIn(kit))) counts[loss] += kit.people
  return counts
}

const fatalTo = (deps: Pick<Deps, 'config' | 'now'>, held: Held): ReadonlySet<Loss> => {
  const means = meansAmong(deps, held)
  const rules = rulesFor(deps, held)
  const fatal = means.filter((lost) => waysWithout(lost, means, rules).length === 0)
  return new Set(fatal.flatMap(({ kind }) => ['anything' as const, kind]))
}

/** Names make no difference. */
const heldIn = ({ apps, passkeys, hasProvenMailbox, hasUnprovenMailbox, ...kit }: Kit): Held => ({
  ...kit,
  apps: Array.from({ length: apps }, () => ''),
  passkeys: passkeys.map((use) => ({ ...use, name: '' })),
  mailbox: hasProvenMailbox || hasUnprovenMailbox ? { typed: '', isProven: hasProvenMailbox } : undefined,
})
