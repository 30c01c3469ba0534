import type { Change } from './change.ts'

/** Marks the changes of an operation that one release both removes and adds. */
export const withReplacements = <Any extends Change>(
  changes: readonly Any[],
): (Any & { replaced?: true })[] => {
  const isWhole = ({ operation, target }: Change) => operation !== undefined && operation === target
  const targetsOf = (wanted: Change['kind']) =>
    new Set(changes.filter((change) => change.kind === wanted && isWhole(change)).map(({ target }) => target))
  const [added, removed] = [targetsOf('added'), targetsOf('removed')]
  const replaced = new Set([...added].filter((target) => removed.has(target)))
  return changes.map((change) =>
    isWhole(change) && replaced.has(change.target) ? { ...change, replaced: true } : change,
  )
}
