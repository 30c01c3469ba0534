import { instantIn } from '#platform/instants.ts'
import { propertiesOf } from '#platform/properties-of.ts'
import { RowFault } from './row-fault.ts'

export type Fields = Readonly<Record<string, unknown>>

/** An object with these keys at most. What is null is as good as absent. @throws `RowFault` */
export const readFields = (name: string, value: unknown, keys: readonly string[]): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badValue(name, 'must be an object')
  // a key that was misspelt would be lost
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown !== undefined) throw new RowFault('unknown_key', `${name} has no key ${unknown}`)
  const given = Object.entries(propertiesOf(value)).filter(([, field]) => field !== null)
  return Object.fromEntries(given)
}

/** @throws `RowFault` */
export const readText = (fields: Fields, key: string): string | undefined => {
  const text = fields[key]
  if (text === undefined) return
  if (typeof text !== 'string' || !text.isWellFormed() || text.includes('\0'))
    throw badValue(key, 'must be a text')
  return text
}

/** @throws `RowFault` */
export const readNumber = (fields: Fields, key: string): number | undefined => {
  const number = fields[key]
  if (number === undefined) return
  if (typeof number !== 'number') throw badValue(key, 'must be a number')
  return number
}

/** @throws `RowFault` */
export const readFlag = (fields: Fields, key: string): boolean | undefined => {
  const flag = fields[key]
  if (flag === undefined) return
  if (typeof flag !== 'boolean') throw badValue(key, 'must be true or false')
  return flag
}

/** @throws `RowFault` */
export const readInstant = (fields: Fields, key: string): Date | undefined => {
  const text = readText(fields, key)
  if (text === undefined) return
  const at = instantIn(text)
  if (!at) throw badValue(key, 'must be an instant such as 2026-01-31T12:00:00Z')
  return at
}

/** @throws `RowFault` */
export const readOneOf = <Choice extends string>(
  fields: Fields,
  key: string,
  choices: readonly Choice[],
): Choice | undefined => {
  const text = readText(fields, key)
  if (text === undefined) return
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw badValue(key, `must be one of ${choices.join(', ')}`)
  return choice
}

export const badValue = (key: string, what: string): RowFault => new RowFault('bad_value', `${key} ${what}`)
