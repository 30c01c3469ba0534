import { createHash } from 'node:crypto'

/** One SQL statement: the parts of its text between its parameters, and the parameters' values. */
export type Statement = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/** Builds a statement. A value becomes a parameter, never text; a statement among the values becomes part of the text. */
export const sql = (strings: TemplateStringsArray, ...inserted: unknown[]): Statement =>
  inserted.reduce<Statement>(
    (before, value, index) => {
      const after = { parts: [strings[index + 1] ?? ''], values: [] }
      const middle = isStatement(value) ? value : { parts: ['', ''], values: [value] }
      return concatenated(concatenated(before, middle), after)
    },
    { parts: [strings[0] ?? ''], values: [] },
  )

/**
 * Further steps of a `with`, each after a comma: one round trip and one transaction for several changes. They share a
 * snapshot and do not see one another's changes; foreign keys between what they insert hold, because those are
 * checked at the end. (PostgreSQL, "Data-Modifying Statements in WITH")
 */
export const alongside = (statements: readonly Statement[]): Statement =>
  statements.reduce((all, step, index) => sql`${all}, ${text(`step_${index}`)} as (${step})`, text(''))

/** What a driver sends. The name is the text's digest, so that the same text is prepared once a connection. */
export const prepared = (statement: Statement): { name: string; text: string; values: unknown[] } => {
  const text = statement.parts.reduce((before, part, index) => `${before}$${index}${part}`)
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return { name, text, values: [...statement.values] }
}

const names = new Map<string, string>()

const text = (raw: string): Statement => ({ parts: [raw], values: [] })

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'parts' in value && 'values' in value

const concatenated = (left: Statement, right: Statement): Statement => ({
  parts: [...left.parts.slice(0, -1), `${left.parts.at(-1)}${right.parts[0]}`, ...right.parts.slice(1)],
  values: [...left.values, ...right.values],
})
