import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { Refused } from '../../src/platform/errors.ts'
import { UsageError } from './command.ts'

const json = { json: { type: 'boolean' } } as const

/** How many operands a command takes. */
type Count = { least: number; most: number }

/** Reads operands, a command's own options, and `--json`. @throws `UsageError` */
export const readArgs = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  args: string[],
  options: Options,
  { least, most }: Count,
) => {
  const { positionals, values } = parsed(usage, args, { ...json, ...options })
  const operands = positionals.map((text) => text.trim())
  if (operands.length < least || operands.length > most || operands.includes('')) throw wrongUse(usage)
  return { operands, values }
}

/** Reads one operand, and options. @throws `UsageError` */
export const oneArg = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  args: string[],
  options: Options,
) => {
  const { operands, values } = readArgs(usage, args, options, { least: 1, most: 1 })
  return { operand: operands.join(), values }
}

export const wrongUse = (usage: string, why = ''): UsageError =>
  new UsageError(`Usage: sallyport ${usage}${why && `\n${why}`}`)

/** Throws what a use case finds wrong with its input as `UsageError`. */
export const understood = async <Result>(usage: string, asked: Promise<Result>): Promise<Result> =>
  asked.catch((error) => {
    if (!(error instanceof Refused && [400, 422].includes(error.status))) throw error
    const faults = Array.isArray(error.body) ? error.body.map(({ message }) => message) : [error.message]
    throw wrongUse(usage, faults.join('\n'))
  })

/** @param name of the option. @throws `UsageError` unless it is a whole number from 1 */
export const wholeNumber = (name: string, text: string, most: number): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new UsageError(`--${name} must be a whole number, 1 to ${most}.`)
}

const parsed = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  args: string[],
  options: Options,
) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw wrongUse(usage, (error as Error).message)
  }
}
