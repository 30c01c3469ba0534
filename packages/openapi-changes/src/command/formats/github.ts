import { relative } from 'node:path'
import { type AcceptedChange, isRefused } from '../../accepted.ts'
import { printable } from '../outcome.ts'
import type { Comparison, Format } from './format.ts'
import { tally } from './tally.ts'

/**
 * Workflow commands: an error for each change that breaks something, at its line in the newer document, and a notice for
 * each accepted one. GitHub shows ten of a kind.
 */
export const github: Format = async ({ changes, skipped, newer }) => {
  const told = changes.filter(({ breaking }) => breaking)
  const lineOf = await linesOf(told, newer)
  const lines = told.map((change) => {
    const place =
      newer.name === 'Standard input' ? {} : { file: fileOf(newer.name), line: lineOf(change.path) }
    return annotation(change, place)
  })
  return `${[...lines, tally(changes, skipped)].join('\n')}\n`
}

/** Finding lines takes reading the text once more: not where nothing is told. */
const linesOf = async (told: AcceptedChange[], newer: Comparison['newer']) => {
  if (told.length === 0) return () => 1
  const { linesIn } = await import('./lines.ts')
  return linesIn(newer)
}

const annotation = (change: AcceptedChange, place: { file?: string; line?: number }): string => {
  const { rule, target, reason, accepted } = change
  const properties = Object.entries({ ...place, title: rule }).map(
    ([name, value]) => `${name}=${propertyOf(String(value))}`,
  )
  const words = `${target}: ${reason}${accepted === undefined ? '' : ` Accepted: ${accepted}`}`
  return `::${isRefused(change) ? 'error' : 'notice'} ${properties.join(',')}::${dataOf(words)}`
}

/** As the checkout has it. */
const fileOf = (name: string): string => {
  const path = relative(process.env.GITHUB_WORKSPACE ?? process.cwd(), name)
  return path.startsWith('..') ? name : path.replaceAll('\\', '/')
}

// a line break would begin another command
const dataOf = (text: string): string => printable(text.replaceAll('%', '%25').replaceAll('\n', '%0A'))

const propertyOf = (text: string): string => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
