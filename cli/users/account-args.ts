import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import type { Address } from '../../src/accounts/users/emails/queries.ts'
import { reasonCharacters, reasonPattern } from '../../src/flows/administration/act.ts'
import { UsageError } from '../commands/command.ts'

/** Reads one operand and options. @throws `UsageError` */
export const oneArg = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  args: string[],
  options: Options,
) => {
  const { positionals, values } = parsed(usage, args, options)
  const [operand, ...more] = positionals
  if (operand === undefined || more.length > 0) throw wrongUse(usage)
  return { operand, values }
}

/** Reads `EMAIL [--json]`. @throws `UsageError` */
export const accountArgs = (usage: string, args: string[]): { email: Address; isJson: boolean } => {
  const { operand, values } = oneArg(usage, args, { json: { type: 'boolean' } })
  return { email: addressIn(operand), isJson: values.json ?? false }
}

/** @throws `UsageError` */
export const addressIn = (typed: string): Address => {
  const email = canonicalEmail(typed)
  if (!email) throw new UsageError(`${typed} is not an email address.`)
  return email
}

/** @throws `UsageError` */
export const reasonIn = (usage: string, text = ''): string => {
  const reason = text.trim()
  const { least, most } = reasonCharacters
  if (reason.length >= least && reason.length <= most && reasonPattern.test(reason)) return reason
  throw new UsageError(
    `Usage: sallyport users ${usage}\n--reason must be a line of ${least} to ${most} characters.`,
  )
}

const parsed = <const Options extends ParseArgsOptionsConfig>(
  usage: string,
  args: string[],
  options: Options,
) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    throw wrongUse(usage)
  }
}

const wrongUse = (usage: string) => new UsageError(`Usage: sallyport users ${usage}`)
