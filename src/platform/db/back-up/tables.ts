import type { Migration } from '../migration-files.ts'
import type { Table } from './format.ts'
import type { FoundTable } from './queries.ts'

/** Every table that migrations ever created, except the one that counts them. */
export const tablesIn = (migrations: readonly Migration[]): string[] =>
  migrations.flatMap(({ script }) =>
    [...script.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name = '']) => name),
  )

/** A table follows those that it refers to. */
export const inOrder = (found: readonly FoundTable[]): Table[] => {
  const placed: FoundTable[] = []
  const isPlaced = (name: string) => placed.some((table) => table.name === name)
  while (placed.length < found.length) {
    const next = found.find(({ name, references }) => !isPlaced(name) && references.every(isPlaced))
    if (!next) throw new Error('Tables refer to each other in a circle.')
    placed.push(next)
  }
  return placed.map(({ name, columns }) => ({ name, columns }))
}
