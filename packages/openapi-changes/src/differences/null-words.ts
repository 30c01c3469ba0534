import { isObject, type OpenApi, type Place } from '../document.ts'

const rewritten = new WeakMap<object, object>()

/**
 * OpenAPI 3.0 has `nullable` beside `allOf`, `oneOf` or `anyOf` without a type, which 3.1 writes as a choice of that and null.
 * By its letter such a `nullable` says nothing; everybody who writes it means null, and so do tools that turn one into the
 * other.
 * @returns the same schema in the words of 3.1, and the same one each time
 */
export const withNullAsChoice = ({ is30 }: OpenApi, place: Place): Place => {
  const { value } = place
  if (!is30 || !isObject(value) || value.nullable !== true || 'type' in value || '$ref' in value) return place
  const known = rewritten.get(value) ?? inWordsOf31(value)
  if (!known) return place
  rewritten.set(value, known)
  return { ...place, value: known }
}

const isNull = { type: 'null' }

const inWordsOf31 = ({ nullable: _, ...schema }: Record<string, unknown>): object | undefined => {
  const { allOf, oneOf, anyOf } = schema
  const [lists] = [[allOf, oneOf, anyOf].filter(Array.isArray)]
  if (lists.length !== 1) return undefined
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...oneOf, isNull] }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, isNull] }
  const { allOf: all, ...others } = schema
  return { ...others, anyOf: [Array.isArray(all) && all.length === 1 ? all[0] : { allOf: all }, isNull] }
}
