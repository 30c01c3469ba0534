import type { FoundRecord } from '../../src/flows/moving/file/json-lines.ts'
import { rowOf } from '../../src/flows/moving/rows/row.ts'
import { RowFault } from '../../src/flows/moving/rows/row-fault.ts'

/** Before anything is written: whoever came with such a hash couldn't sign in. @throws if a line needs what is not installed */
export const requirePackages = async (records: AsyncIterable<FoundRecord>): Promise<void> => {
  for await (const { line, read } of records) {
    const { person } = rowOf(line, read)
    if (person instanceof RowFault && person.code === 'needs_package')
      throw new Error(
        `Line ${line}: ${person.message}. Install it where the service runs, too. Nothing was written.`,
      )
  }
}
