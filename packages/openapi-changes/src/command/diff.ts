import { type AcceptedChange, accept, isRefused } from '../accepted.ts'
import type { Skipped } from '../compare.ts'
import { groupBy } from '../group-by.ts'
import { readSource, type Source } from '../reading/read-document.ts'
import { adviceOn } from './advice.ts'
import { argumentsOf } from './arguments.ts'
import { compareSources } from './compare-sources.ts'
import { type FormatName, formats } from './formats/index.ts'
import { onlyOf } from './only/index.ts'
import { type Outcome, printable, today } from './outcome.ts'
import { readAccepted } from './read-accepted.ts'
import { brokenReferences } from './references.ts'

const options = {
  format: { type: 'string' },
  json: { type: 'boolean' },
  accept: { type: 'string' },
  only: { type: 'string', multiple: true },
  strict: { type: 'boolean' },
  all: { type: 'boolean' },
} as const

export const usageOf = (command: string): string =>
  `Usage: ${command} OLD NEW [--format text|json|markdown|github] [--accept FILE] [--only OPERATION]... [--strict] [--all]`

/**
 * Compares two documents, each a file or `-`.
 * @param command how it was called, for the usage
 * @throws an `Error` whose message says what is wrong, and in which document
 */
export const diff = async (args: string[], command: string, isColoured = false): Promise<Outcome> => {
  const usage = usageOf(command)
  const { values, positionals } = argumentsOf(args, options, usage)
  const { strict: isStrict = false, all: isWhole = false } = values
  const [from, to, ...others] = positionals
  if (!from || !to || others.length > 0) throw new Error(usage)
  if (from === '-' && to === '-') throw new Error('Only one of the two documents can be standard input.')
  const format = formats[formatOf(values.format ?? (values.json ? 'json' : 'text'))]
  const accepted = values.accept === undefined ? [] : await readAccepted(values.accept)
  const [older, newer] = await Promise.all([readSource(from), readSource(to)])

  const { changes: found, skipped } = compareSources(older, newer, { isStrict, today: today() })
  const { changes: all, unused } = accept(found, accepted)
  const { changes, complaints: strange } = await onlyOf(all, values.only ?? [], [older, newer])
  const complaints = [
    ...strange,
    ...skippedIn(skipped, { older, newer }),
    ...brokenReferences(older.document).map((sentence) => `${older.name}: ${sentence}`),
    ...unused.map(
      ({ rule, target }) =>
        `${values.accept} accepts something that is not a breaking change: ${rule}, ${target}`,
    ),
  ]
  return {
    exitCode: changes.some(isRefused) ? 1 : 0,
    output: await format({ changes: inOrder(changes), unused, skipped, newer }, { isColoured, isWhole }),
    complaint: complaints.map((line) => `${printable(line)}\n`).join(''),
  }
}

const formatOf = (name: string): FormatName => {
  if (Object.hasOwn(formats, name)) return name as FormatName
  const names = Object.keys(formats)
  throw new Error(`There is no format ${name}, only ${names.join(', ')}.${adviceOn(name, names)}`)
}

/** Places of one document that are told. */
const maxPlaces = 10

const skippedIn = (skipped: Skipped[], sources: Record<Skipped['document'], Source>): string[] =>
  [...groupBy(skipped, ({ document }) => document)].flatMap(([document, places]) => {
    const { name } = sources[document]
    const left = places.length - maxPlaces
    return [
      ...places.slice(0, maxPlaces).map(({ path, reason }) => `${name}: ${path} ${reason}.`),
      ...(left > 0 ? [`${name}: and ${left} more places like that.`] : []),
    ]
  })

/** What breaks callers first, then what was accepted. */
const inOrder = (changes: AcceptedChange[]) => {
  const rankOf = (change: AcceptedChange) => (isRefused(change) ? 0 : change.breaking ? 1 : 2)
  return changes.toSorted((one, other) => rankOf(one) - rankOf(other))
}
