import { resolve } from 'node:path'
import { listed } from '../../platform/listed.ts'
import type { Environment } from '../environment.ts'

type Parse<Value> = (text: string) => Value

export const text: Parse<string> = (text) => text

export const folder: Parse<string> = (text) => resolve(text)

/** @throws unless it is a whole number of the `range`, `min` to `max` */
export const integer = (min: number, max: number): Parse<number> & { range: string } => {
  const range = `${min} to ${max}`
  const parse = (text: string) => {
    const value = Number(text)
    if (!/^[0-9]+$/.test(text) || value < min || value > max)
      throw new Error(`must be a whole number, ${range}`)
    return value
  }
  return Object.assign(parse, { range })
}

export const oneOf =
  <Choice extends string>(...choices: Choice[]): Parse<Choice> =>
  (text) => {
    const choice = choices.find((candidate) => candidate === text)
    if (!choice) throw new Error(`must be one of ${choices.join(', ')}`)
    return choice
  }

export const onOrOff: Parse<boolean> = (text) => oneOf('off', 'on')(text) === 'on'

export const ifSet =
  <Value>(parse: (text: string, environment: Environment) => Value) =>
  (text: string, environment: Environment): Value | undefined =>
    text === '' ? undefined : parse(text, environment)

/** What another setting says, unless this one says something itself, and else a text of our own. */
export const orFrom =
  <Value>(other: string, parse: Parse<Value>, standard = '') =>
  (text: string, environment: Environment): Value =>
    parse(text || environment[other]?.trim() || standard)

/** Comma-separated. */
export const listOf =
  <Value>(parse: Parse<Value>): Parse<Value[]> =>
  (text) =>
    listed(text).map(parse)
