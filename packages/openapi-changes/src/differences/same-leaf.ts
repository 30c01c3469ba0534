import { isObject } from '../document.ts'
import type { Contrast } from './contrast.ts'
import type { Schema } from './shape.ts'

/**
 * Whether two schemas are written alike, and nothing lies within them. Most are, between two versions of a document, and
 * need no closer look.
 */
export const isSameLeaf = ({ shapesOf }: Contrast, older: Schema, newer: Schema): boolean => {
  const [one, other] = [older[0]?.value, newer[0]?.value]
  if (older.length !== 1 || newer.length !== 1 || !isObject(one) || !isObject(other)) return false
  if (shapesOf.older.document.is30 !== shapesOf.newer.document.is30 || '$ref' in one || '$dynamicRef' in one)
    return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isSameScalar(one[key], other[key], true))
  )
}

const isSameScalar = (one: unknown, other: unknown, mayBeList: boolean): boolean => {
  if (!Array.isArray(one)) return one === other && (typeof one !== 'object' || one === null)
  return (
    mayBeList &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((item, index) => isSameScalar(item, other[index], false))
  )
}
