import { isObject, type OpenApi, type Place } from '../document.ts'

/** Stands for the null that a schema of 3.0 means by `nullable` where the letter gives it none. */
export const impliedNull = { type: 'null' }

const rewritten = new WeakMap<object, object>()

/**
 * OpenAPI 3.0 has `nullable` beside `allOf`, `oneOf` or `anyOf`, which 3.1 writes as a choice of that and null. By its letter
 * such a `nullable` says nothing; everybody who writes it means null, and so do tools that turn one into the other.
 * @returns the same schema in the words of 3.1, and the same one each time
 */
export const withNullAsChoice = ({ is30 }: OpenApi, place: Place): Place => {
  const { value } = place
  if (!is30 || !isObject(value) || value.nullable !== true || '$ref' in value) return place
  const known = rewritten.get(value) ?? inWordsOf31(value)
  if (!known) return place
  rewritten.set(value, known)
  return { ...place, value: known }
}

/** What is said of null too. */
const annotations = new Set(
  'title description default deprecated readOnly writeOnly example examples externalDocs xml'.split(' '),
)

const inWordsOf31 = ({ nullable: _, ...schema }: Record<string, unknown>): object | undefined => {
  const lists = ['allOf', 'oneOf', 'anyOf'].filter((keyword) => Array.isArray(schema[keyword]))
  const [list = ''] = lists
  if (lists.length === 0) return undefined
  // beside a type, `nullable` is understood
  const base = 'type' in schema ? { ...schema, nullable: true } : schema
  if (lists.length === 1 && list !== 'allOf')
    return { ...base, [list]: [...(schema[list] as unknown[]), impliedNull] }
  const isBeside = ([key]: [string, unknown]) => annotations.has(key) || key.startsWith('x-')
  const [beside, inside] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(schema).filter((entry) => isBeside(entry) === wanted)),
  )
  return { ...beside, anyOf: [soleIn(inside) ?? inside, impliedNull] }
}

/** An `allOf` of one is that one. */
const soleIn = ({ allOf, ...others }: Record<string, unknown> = {}): unknown =>
  Array.isArray(allOf) && allOf.length === 1 && Object.keys(others).length === 0 ? allOf[0] : undefined
