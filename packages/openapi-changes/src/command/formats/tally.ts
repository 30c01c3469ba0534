import { type AcceptedChange, isRefused } from '../../accepted.ts'

/** `5 changes, 2 breaking, 1 accepted, 3 places not compared` */
export const tally = (changes: readonly AcceptedChange[], skipped: readonly unknown[] = []): string => {
  const accepted = changes.filter(({ accepted }) => accepted !== undefined).length
  return [
    `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`,
    `${changes.filter(isRefused).length} breaking`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(skipped.length > 0
      ? [`${skipped.length} ${skipped.length === 1 ? 'place' : 'places'} not compared`]
      : []),
  ].join(', ')
}
