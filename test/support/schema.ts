import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8')

/** `lines`: of columns and constraints. */
export type Table = { name: string; lines: string; columns: readonly string[]; isNumbered: boolean }

/** The tables of a migrated database. */
export const tables: readonly Table[] = [...text.matchAll(/^CREATE TABLE (\w+) \(\n(.*?)^\)/gms)].map(
  ([, name = '', lines = '']) => ({
    name,
    lines,
    columns: [...lines.matchAll(/^ {2}([a-z]\w*) /gm)].map(([, column = '']) => column),
    isNumbered: lines.includes('AS IDENTITY'),
  }),
)
