import { parseArgs } from 'node:util'
import { canonicalEmail } from '../../src/accounts/users/canonical-email.ts'
import type { Address } from '../../src/accounts/users/emails/queries.ts'
import { UsageError } from '../commands/command.ts'

/** Reads `EMAIL [--json]`. @throws `UsageError` */
export const accountArgs = (usage: string, args: string[]): { email: Address; isJson: boolean } => {
  const {
    positionals: [typed, ...more],
    values,
  } = parsed(usage, args)
  if (typed === undefined || more.length > 0) throw wrongUse(usage)
  const email = canonicalEmail(typed)
  if (!email) throw new UsageError(`${typed} is not an email address.`)
  return { email, isJson: values.json }
}

const parsed = (usage: string, args: string[]) => {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean', default: false } }, allowPositionals: true })
  } catch {
    throw wrongUse(usage)
  }
}

const wrongUse = (usage: string) => new UsageError(`Usage: sallyport users ${usage}`)
