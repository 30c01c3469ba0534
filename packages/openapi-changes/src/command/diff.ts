import { parseArgs } from 'node:util'
import { compareDocuments } from '../compare.ts'
import { DocumentError } from '../document.ts'
import { readDocument } from '../read-document.ts'
import { type Outcome, report, today } from './outcome.ts'

const options = { json: { type: 'boolean' }, strict: { type: 'boolean' } } as const

/**
 * Compares two documents, each a file or a URL.
 * @param command how it was called, for the usage
 * @throws an `Error` whose message says what is wrong, and in which document
 */
export const diff = async (args: string[], command: string): Promise<Outcome> => {
  const { values, positionals } = parsed(args, command)
  const [from, to, ...others] = positionals
  if (!from || !to || others.length > 0) throw new Error(usageOf(command))
  const [older, newer] = await Promise.all([readDocument(from), readDocument(to)])
  const compare = (one: unknown, other: unknown) =>
    compareDocuments(one, other, { isStrict: values.strict ?? false, today: today() })
  const isSound = (document: unknown) => {
    try {
      return compare(document, document).length === 0
    } catch {
      return false
    }
  }
  try {
    const changes = compare(older, newer)
    const breaking = changes.filter((change) => change.breaking).length
    const output = values.json ? `${JSON.stringify({ breaking, changes }, null, 2)}\n` : report(changes)
    return { exitCode: breaking > 0 ? 1 : 0, output }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new Error(`${isSound(older) ? to : from}: ${error.message}`, { cause: error })
  }
}

export const usageOf = (command: string): string => `Usage: ${command} OLD NEW [--json] [--strict]`

const parsed = (args: string[], command: string) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (cause) {
    // advice about names that begin with a dash follows
    const [sentence] = (cause as Error).message.split('. ')
    throw new Error(`${sentence?.replace(/\.$/, '')}. ${usageOf(command)}`, { cause })
  }
}
