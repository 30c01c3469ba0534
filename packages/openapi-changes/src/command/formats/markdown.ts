import { type AcceptedChange, isRefused } from '../../accepted.ts'
import { groupBy } from '../../group-by.ts'
import { printable } from '../outcome.ts'
import type { Format } from './format.ts'
import { tally } from './tally.ts'

/** For a comment on a change, or a page: what breaks is in sight, and the rest is folded. */
export const markdown: Format = ({ changes, skipped }) => {
  const [breaking, others] = [changes.filter(isRefused), changes.filter((change) => !isRefused(change))]
  const sections = [
    `### ${tally(changes, skipped)}`,
    ...(breaking.length > 0 ? ['#### Breaking', listOf(breaking)] : []),
    ...(others.length > 0
      ? [`<details>\n<summary>Other changes (${others.length})</summary>`, listOf(others), '</details>']
      : []),
  ]
  return `${sections.join('\n\n')}\n`
}

/** By operation, or by what several share. */
const listOf = (changes: readonly AcceptedChange[]): string =>
  [...groupBy(changes, ({ target }) => target.split(' · ')[0]!)]
    .map(([name, group]) => `- ${code(name)}\n${group.map(itemOf).join('\n')}`)
    .join('\n')

const itemOf = ({ kind, target, reason, rule, accepted }: AcceptedChange): string => {
  const [, ...place] = target.split(' · ')
  const where = place.length > 0 ? `${code(place.join(' · '))} ` : ''
  const why = accepted === undefined ? '' : ` **Accepted:** ${escaped(accepted)}`
  return `  - ${kind} ${where}– ${escaped(reason)} (${code(rule)})${why}`
}

/** A fence longer than any inside, so that none can end it. */
const code = (text: string): string => {
  const line = printable(text.replaceAll('\n', ' '))
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = line.includes('`') ? ' ' : ''
  return fence + pad + line + pad + fence
}

/** Nothing in a document becomes markup, or calls for a person or an issue. */
const escaped = (text: string): string =>
  printable(text.replaceAll('\n', ' '))
    .replace(/[\\`*_[\]<>|~&!]/g, '\\$&')
    .replace(/[@#](?=\w)/g, '$&<!-- -->')
