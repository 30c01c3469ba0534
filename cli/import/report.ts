import { open, truncate } from 'node:fs/promises'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'
import { errorCode, errorMessage } from '../../src/platform/properties-of.ts'
import { jsonText } from '../commands/output.ts'
import { committedBytes } from './committed-bytes.ts'

type Report = { write(results: readonly RowResult[]): Promise<void>; [Symbol.asyncDispose](): Promise<void> }

/**
 * A line of JSON for each line of the file, which only its owner may read.
 * @param goesOnAt the line of the file at which an import goes on that was cut off: what a report that is there says of it and of those
 *   behind it was not committed, and comes again
 * @throws if it is there already, and not of that import
 */
export const openReport = async (path: string | undefined, goesOnAt: number | undefined): Promise<Report> => {
  if (path === undefined) return { write: async () => {}, [Symbol.asyncDispose]: async () => {} }
  try {
    const isThere = goesOnAt !== undefined && (await dropUncommitted(path, goesOnAt))
    const file = await open(path, isThere ? 'a' : 'wx', 0o600)
    return {
      write: async (results) => void (await file.appendFile(results.map(lineOf).join(''))),
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    throw new Error(`${path} cannot be written: ${errorMessage(error)}`, { cause: error })
  }
}

/** @returns whether there is one */
const dropUncommitted = async (path: string, goesOnAt: number): Promise<boolean> => {
  try {
    await truncate(path, await committedBytes(path, goesOnAt))
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

const lineOf = ({ line, email, outcome, reason, message }: RowResult) =>
  `${jsonText({ line, email, outcome, reason, message })}\n`
