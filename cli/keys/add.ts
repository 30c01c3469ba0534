import { parseArgs } from 'node:util'
import { addServiceKey } from '../../src/credentials/service-keys/add.ts'
import { isScope, type KeyScope, scopes } from '../../src/credentials/service-keys/scopes.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { parseNetworks } from '../../src/platform/addresses.ts'
import { listed } from '../../src/platform/listed.ts'
import { UsageError } from '../commands/command.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage = 'add NAME --scope SCOPE… [--network CIDR…] [--days N] [--json]'
const maxDays = 365
const maxNameCharacters = 100

const options = {
  scope: { type: 'string', multiple: true },
  network: { type: 'string', multiple: true },
  days: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** Prints the key, which nothing can show again. */
export const add = {
  usage,
  run: async (args: string[]): Promise<void> => {
    const { isJson, ...wanted } = wantedIn(args)
    await withDatabase(async (db) => {
      const added = await addServiceKey({ db, now: Date.now }, wanted)
      const expires = `It works until ${minuteOf(added.expiresAt)}, and is shown only now.`
      process.stdout.write(isJson ? `${JSON.stringify(added)}\n` : `${added.key}\n`)
      if (!isJson) process.stderr.write(`The key ${added.id} is for ${wanted.name}. ${expires}\n`)
    })
  },
}

const wantedIn = (args: string[]) => {
  const { positionals, values } = parsed(args)
  const { scope = [], network = [], json: isJson = false } = values
  const [name = '', ...more] = positionals.map((text) => text.trim())
  if (name === '' || more.length > 0) throw new UsageError(`Usage: sallyport keys ${usage}`)
  if (name.length > maxNameCharacters)
    throw new UsageError(`A name has at most ${maxNameCharacters} characters.`)
  const days = Number(values.days ?? maxDays)
  if (!(Number.isInteger(days) && days >= 1 && days <= maxDays))
    throw new UsageError(`--days must be a whole number, 1 to ${maxDays}.`)
  return { name, days, scopes: scopesIn(scope), networks: networksIn(network), isJson }
}

const parsed = (args: string[]) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`Usage: sallyport keys ${usage}\n${(error as Error).message}`)
  }
}

const scopesIn = (texts: readonly string[]): KeyScope[] => {
  const wanted = [...new Set(texts.flatMap(listed))]
  const wrong = wanted.find((text) => !isScope(text))
  if (wrong !== undefined || wanted.length === 0) {
    const known = Object.entries(scopes).map(([name, about]) => `  ${name.padEnd(12)}  ${about}\n`)
    throw new UsageError(
      `${wrong ? `There is no scope ${wrong}` : '--scope is missing'}. Scopes:\n${known.join('')}`,
    )
  }
  return wanted.filter(isScope)
}

const networksIn = (texts: readonly string[]): string[] => {
  const networks = texts.flatMap(listed)
  // an empty variable of a script must not make a key that works everywhere
  if (texts.length > 0 && networks.length === 0) throw new UsageError('--network is empty.')
  try {
    parseNetworks(networks.join())
  } catch (error) {
    throw new UsageError(`--network: ${(error as Error).message}`)
  }
  return networks
}
