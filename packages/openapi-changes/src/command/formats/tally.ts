import { type AcceptedChange, isRefused } from '../../accepted.ts'

/** `5 changes, 2 breaking, 1 accepted` */
export const tally = (changes: readonly AcceptedChange[]): string => {
  const accepted = changes.filter(({ accepted }) => accepted !== undefined).length
  return [
    `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`,
    `${changes.filter(isRefused).length} breaking`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
  ].join(', ')
}
