import { createHash } from 'node:crypto'

/** A piece of SQL: the parts of its text between its parameters, and the parameters' values. */
export type Fragment = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/** One whole statement, the type of its rows, and its name in the log. */
export type Statement<Row = unknown> = Fragment & {
  readonly name: string
  readonly row?: Row
  /** How many asked for it, if it is shared. */
  readonly shares?: number
  /** Whether its changes may lie on another server than the rest of its transaction. */
  readonly isElsewhere?: boolean
}

/** Builds a piece of SQL. A value becomes a parameter, never text; a piece among the values becomes part of the text. */
export const sql = (strings: TemplateStringsArray, ...inserted: unknown[]): Fragment => {
  const parts = [strings[0] ?? '']
  const values: unknown[] = []
  for (const [index, value] of inserted.entries()) {
    const middle = isFragment(value) ? value : { parts: ['', ''], values: [value] }
    append(parts, middle.parts)
    append(parts, [strings[index + 1] ?? ''])
    values.push(...middle.values)
  }
  return { parts, values }
}

/** The first one continues where the last of the others ended. */
const append = (parts: string[], [first = '', ...others]: readonly string[]) => {
  parts[parts.length - 1] += first
  parts.push(...others)
}

/** Builds a whole statement in the same way. */
export const query =
  (name: string) =>
  <Row>(strings: TemplateStringsArray, ...inserted: unknown[]): Statement<Row> => ({
    ...sql(strings, ...inserted),
    name,
  })

/** What a driver sends. Each text has one name per connection, so that it is prepared once. */
export const prepared = (statement: Statement): { name: string; text: string; values: unknown[] } => {
  const text = statement.parts.reduce((before, part, index) => `${before}$${index}${part}`)
  const name = names.get(text) ?? `${statement.name} ${digest(text)}`
  names.set(text, name)
  return { name, text, values: [...statement.values] }
}

const names = new Map<string, string>()

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'parts' in value && 'values' in value
