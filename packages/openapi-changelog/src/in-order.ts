import type { Change } from './change.ts'

/** Breaking changes first, otherwise in the given order. */
export const inOrder = <Any extends Pick<Change, 'breaking'>>(changes: readonly Any[]): Any[] => [
  ...changes.filter(({ breaking }) => breaking),
  ...changes.filter(({ breaking }) => !breaking),
]

/** `4 changes, 2 of them breaking` */
export const tally = (changes: readonly Pick<Change, 'breaking'>[]): string => {
  const breaking = changes.filter((change) => change.breaking).length
  const all = changes.length === 1 ? '1 change' : `${changes.length} changes`
  if (changes.length === 0) return 'no changes'
  if (breaking === changes.length)
    return breaking === 1 ? `${all}, which is breaking` : `${all}, all of them breaking`
  return breaking === 0 ? `${all}, none breaking` : `${all}, ${breaking} of them breaking`
}
