import { existsSync } from 'node:fs'
import type { AcceptedChange } from '../../accepted.ts'
import { concerning } from '../../concerning.ts'
import { nameless } from '../../nameless.ts'
import type { Source } from '../../reading/read-document.ts'
import { readText } from '../../reading/read-text.ts'
import { printable } from '../outcome.ts'
import { callsIn } from './calls.ts'
import { type Known, operationsIn, operationsMeant } from './operations-meant.ts'

/** What is left of the changes, and what is to be told about what was asked for. */
type Left = { changes: AcceptedChange[]; complaints: string[] }

/**
 * The changes that concern some operations, or belong to none.
 * @param wanted patterns, as in `GET /orders*`, and files of what a client calls
 * @throws an `Error` for what neither document has an operation for
 */
export const onlyOf = async (
  changes: AcceptedChange[],
  wanted: readonly string[],
  sources: Source[],
): Promise<Left> => {
  if (wanted.length === 0) return { changes, complaints: [] }
  const known = sources.flatMap(operationsIn)
  const found = await Promise.all(
    wanted.map((one) => (existsSync(one) ? inFile(one, known) : inPattern(one, known))),
  )
  const meant = new Set(found.flatMap(({ names }) => names))
  return {
    changes: concerning(changes, (operation) => meant.has(nameless(operation))),
    complaints: found.flatMap(({ complaints }) => complaints),
  }
}

type Found = { names: string[]; complaints: string[] }

const inPattern = (pattern: string, known: Known[]): Found => {
  const names = operationsMeant(pattern, known)
  if (names.length > 0) return { names, complaints: [] }
  const isFile = !pattern.includes(' ')
  const why = isFile ? 'there is no such file, and ' : ''
  throw new Error(`--only ${printable(pattern)}: ${why}neither document has such an operation.`)
}

/** A log has calls of other programs, too: what nobody describes is counted. */
const inFile = async (file: string, known: Known[]): Promise<Found> => {
  const { text } = await readText(file)
  const calls = callsIn(text).map((call) => ({ call, names: operationsMeant(call, known) }))
  const strange = calls.filter(({ names }) => names.length === 0)
  if (calls.length === strange.length)
    throw new Error(`--only ${file}: it has no call of an operation of either document.`)
  const [first, ...others] = strange.map(({ call }) => call)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return {
    names: calls.flatMap(({ names }) => names),
    complaints: first === undefined ? [] : [`${file}: neither document describes ${first}${more}.`],
  }
}
