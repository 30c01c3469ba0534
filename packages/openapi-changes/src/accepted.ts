import type { Change } from './change.ts'

/** A change that may break callers all the same. */
export type Accepted = {
  rule: string
  target: string
  /** Why, for the people it affects. */
  reason: string
}

/** Bears the reason if it breaks something and was accepted. */
export type AcceptedChange = Change & { accepted?: string }

/** @throws for what is no list of accepted changes */
export const parseAccepted = (value: unknown): Accepted[] => {
  if (!Array.isArray(value)) throw new Error('The accepted changes are not a list.')
  return value.map((entry, index) => {
    const { rule, target, reason } = Object(entry) as Partial<Record<keyof Accepted, unknown>>
    const isWhole = [rule, target, reason].every((text) => typeof text === 'string' && text.trim() !== '')
    if (!isWhole) throw new Error(`Accepted change ${index + 1} has no rule, no target or no reason.`)
    return { rule, target, reason } as Accepted
  })
}

/** Adds reasons to accepted changes. @returns the changes, and the entries that match none */
export const accept = (
  changes: readonly Change[],
  accepted: readonly Accepted[],
): { changes: AcceptedChange[]; unused: Accepted[] } => {
  const matches =
    (change: Change) =>
    ({ rule, target }: Accepted) =>
      rule === change.rule && target === change.target
  return {
    changes: changes.map((change) => {
      const entry = change.breaking ? accepted.find(matches(change)) : undefined
      return entry ? { ...change, accepted: entry.reason } : change
    }),
    unused: accepted.filter((entry) => !changes.some((change) => change.breaking && matches(change)(entry))),
  }
}

/** Whether it breaks something, and nobody has accepted it. */
export const isRefused = ({ breaking, accepted }: AcceptedChange): boolean =>
  breaking && accepted === undefined
