import { type ImportOptions, importFile } from '../../src/flows/moving/file/import-file.ts'
import { jsonLines } from '../../src/flows/moving/file/json-lines.ts'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'
import type { TestService } from './service.ts'

/** People, as lines of a file. */
export async function* linesOfPeople(people: readonly unknown[]): AsyncGenerator<Buffer> {
  for (const person of people) yield Buffer.from(`${JSON.stringify(person)}\n`)
}

/** Imports them. @returns what became of each */
export const importAll = async (
  { deps }: Pick<TestService, 'deps'>,
  people: readonly unknown[],
  options: Partial<ImportOptions> = {},
): Promise<RowResult[]> => {
  const results: RowResult[] = []
  await importFile(deps, jsonLines(linesOfPeople(people)), {
    ...{ onConflict: 'fail', wrapsAll: false, isDry: false },
    tell: (told) => void results.push(...told),
    ...options,
  })
  return results
}

export const outcomesOf = (results: readonly RowResult[]): string[] =>
  results.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome} ${reason}`))
