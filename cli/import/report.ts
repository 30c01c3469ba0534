import { type FileHandle, open } from 'node:fs/promises'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'
import { errorMessage } from '../../src/platform/properties-of.ts'
import { jsonText } from '../commands/output.ts'

type Report = { write(results: readonly RowResult[]): void; [Symbol.asyncDispose](): Promise<void> }

/**
 * A line of JSON for each line of the file, which only its owner may read.
 * @param isAppended whether it goes on with what is there
 * @throws if it is there already
 */
export const openReport = async (path: string | undefined, isAppended: boolean): Promise<Report> => {
  if (path === undefined) return { write: () => {}, [Symbol.asyncDispose]: async () => {} }
  const file = await open(path, isAppended ? 'a' : 'wx', 0o600).catch((error) => {
    throw new Error(`${path} cannot be written: ${errorMessage(error)}`, { cause: error })
  })
  return reportInto(file)
}

const reportInto = (file: FileHandle): Report => {
  let writing: Promise<unknown> = Promise.resolve()
  return {
    write: (results) => {
      const lines = results.map(({ line, email, outcome, reason, message }) =>
        jsonText({ line, email, outcome, reason, message }),
      )
      writing = writing.then(() => file.write(`${lines.join('\n')}\n`))
      // what fails is told at the end
      writing.catch(() => {})
    },
    [Symbol.asyncDispose]: async () => {
      await writing.finally(() => file.close())
    },
  }
}
