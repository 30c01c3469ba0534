import { type AcceptedChange, isRefused } from '../../accepted.ts'
import { inSameWords, type Said } from '../../same-words.ts'
import { printable } from '../outcome.ts'
import type { Look } from './format.ts'
import { tally } from './tally.ts'

type Paint = (text: string) => string

/** Places that are listed of a change that breaks nothing. */
const maxPlaces = 10

const indent = ' '.repeat(20)

/** Changes for people, in the given order; those told in the same words are told once, with all their places. */
export const report = (
  changes: readonly AcceptedChange[],
  { isColoured, isWhole }: Look = { isColoured: false, isWhole: true },
  skipped: readonly unknown[] = [],
): string => {
  const paint = isColoured ? painted : plain
  const blocks = inSameWords(changes).map((said) => blockOf(said, paint, isWhole))
  return `${[...blocks.flat(), paint.strong(tally(changes, skipped))].join('\n')}\n`
}

const blockOf = (
  { first: change, all }: Said<AcceptedChange>,
  paint: typeof plain,
  isWhole: boolean,
): string[] => {
  const { kind, reason, rule, accepted } = change
  const isListed = isWhole || isRefused(change) || all.length <= maxPlaces
  const listed = isListed ? all : all.slice(0, maxPlaces)
  const [first, ...others] = listed.map(({ target }) => printable(target))
  const left = all.length - listed.length
  return [
    `${markOf(change, paint)} ${kind.padEnd(8)}  ${first}`,
    `${indent}${printable(reason)} ${paint.faint(printable(`(${rule})`))}`,
    ...(accepted === undefined ? [] : [`${indent}Accepted: ${printable(accepted)}`]),
    ...others.map((target) => `${' '.repeat(15)}also ${target}`),
    ...(left > 0 ? [`${indent}and ${left} more: --all lists them`] : []),
  ]
}

const markOf = (change: AcceptedChange, { alarm, calm }: typeof plain): string => {
  if (isRefused(change)) return `${alarm('BREAKING')} `
  return change.accepted === undefined ? ' '.repeat(9) : `${calm('accepted')} `
}

const same: Paint = (text) => text
const plain = { alarm: same, calm: same, faint: same, strong: same }

const by =
  (from: number, to: number): Paint =>
  (text) =>
    `\u001b[${from}m${text}\u001b[${to}m`
const painted: typeof plain = { alarm: by(31, 39), calm: by(33, 39), faint: by(2, 22), strong: by(1, 22) }
