import type { FoldedRefusal, ToldRefusal } from './refusal.ts'

/** Of one account and one rule, those in an hour that get a row each. Further ones share a row. */
const ownRows = 20
/** The same of each rule where there is no account. */
const unownedRows = 100
const windowMs = 3_600_000

/** How long a shared row that was written waits to be written again. */
const pauseMs = 30_000

const maxGroups = 10_000
const maxDue = 1_000

/** Refusals of one account by one rule. `shared` stands for all beyond `rows`. */
type Group = { sinceMs: number; rows: number; shared?: FoldedRefusal; isChanged: boolean; writtenMs: number }

/**
 * Holds refusals until they are written, and makes few rows of many: a flood costs a row an hour, which is written twice a
 * minute. What cannot be held is in the log.
 */
export const foldRefusals = () => {
  const groups = new Map<string, Group>()
  const due: FoldedRefusal[] = []

  const add = (row: FoldedRefusal) => {
    if (due.length < maxDue) due.push(row)
  }

  const groupOf = (key: string, nowMs: number): Group => {
    const known = groups.get(key)
    if (known && nowMs - known.sinceMs < windowMs) return known
    if (known?.shared && known.isChanged) add(known.shared)
    groups.delete(key)
    const group = { sinceMs: nowMs, rows: 0, isChanged: false, writtenMs: Number.NEGATIVE_INFINITY }
    groups.set(key, group)
    if (groups.size > maxGroups) dropOldest()
    return group
  }

  const dropOldest = () => {
    for (const [key, { shared, isChanged }] of groups) {
      if (shared && isChanged) add(shared)
      groups.delete(key)
      return
    }
  }

  return {
    note: (refusal: ToldRefusal, nowMs: number): void => {
      const group = groupOf(keyOf(refusal), nowMs)
      const row = { ...refusal, lastRequestId: refusal.requestId, count: 1, firstMs: nowMs, lastMs: nowMs }
      if (group.rows < (refusal.userId === undefined ? unownedRows : ownRows)) {
        group.rows++
        add(row)
        return
      }
      const { shared } = group
      group.shared = shared
        ? { ...row, requestId: shared.requestId, firstMs: shared.firstMs, count: shared.count + 1 }
        : row
      group.isChanged = true
    },

    /** What is to be written now. @param isLast whether nothing waits for its pause */
    take: (nowMs: number, isLast = false): FoldedRefusal[] => {
      const taken = due.splice(0)
      for (const group of groups.values()) {
        if (!group.shared || !group.isChanged || !(isLast || nowMs - group.writtenMs >= pauseMs)) continue
        group.isChanged = false
        group.writtenMs = nowMs
        taken.push(group.shared)
      }
      return taken
    },

    /** For rows that could not be written. */
    giveBack: (rows: readonly FoldedRefusal[]): void => rows.forEach(add),

    /** Whether anything is yet to be written. */
    isWaiting: (): boolean => due.length > 0 || [...groups.values()].some(({ isChanged }) => isChanged),
  }
}

// a stranger's flood leaves the owner's own refusals a row each
const keyOf = ({ userId = '', rule, facts: { place = '' } }: ToldRefusal) =>
  JSON.stringify([userId, rule, place])
