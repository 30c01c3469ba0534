import { parseKeySettings } from '../../src/config/config.ts'
import { addServiceKey } from '../../src/credentials/service-keys/add.ts'
import { usualQuota } from '../../src/credentials/service-keys/queries.ts'
import { isScope, type KeyScope, scopes } from '../../src/credentials/service-keys/scopes.ts'
import { minuteOf } from '../../src/messages/mail/minute.ts'
import { parseNetworks } from '../../src/platform/addresses.ts'
import { listed } from '../../src/platform/listed.ts'
import { openKeys } from '../../src/prepare.ts'
import { oneArg, wholeNumber } from '../commands/args.ts'
import { UsageError } from '../commands/command.ts'
import { note, print, printJson } from '../commands/output.ts'
import { withDatabase } from '../commands/with-database.ts'

const usage =
  'keys add NAME --scope SCOPE… [--network CIDR…] [--days N] [--acts-per-hour N] [--removals-per-day N] [--json]'
const maxDays = 365
const maxNameCharacters = 100
const maxQuota = 1_000_000

const options = {
  scope: { type: 'string', multiple: true },
  network: { type: 'string', multiple: true },
  days: { type: 'string', default: String(maxDays) },
  'acts-per-hour': { type: 'string', default: String(usualQuota.actsPerHour) },
  'removals-per-day': { type: 'string', default: String(usualQuota.removalsPerDay) },
} as const

export const add = {
  usage,
  about: 'Make a key for a service or for operators. It is shown only once.',
  run: async (args: string[]): Promise<void> => {
    const { isJson, ...wanted } = wantedIn(args)
    const settings = parseKeySettings(process.env)
    await withDatabase(async (db) => {
      const { sealedDb } = await openKeys(db, settings)
      const added = await addServiceKey({ db: sealedDb, now: Date.now }, wanted)
      if (isJson) return printJson(added)
      print(added.key)
      const expires = `It works until ${minuteOf(added.expiresAt)}, and is shown only now.`
      note(`The key ${added.id} is for ${wanted.name}. ${expires}`)
    })
  },
}

const wantedIn = (args: string[]) => {
  const { operand: name, values } = oneArg(usage, args, options)
  if (name.length > maxNameCharacters)
    throw new UsageError(`A name has at most ${maxNameCharacters} characters.`)
  const days = wholeNumber('days', values.days, maxDays)
  const actsPerHour = wholeNumber('acts-per-hour', values['acts-per-hour'], maxQuota)
  const removalsPerDay = wholeNumber('removals-per-day', values['removals-per-day'], maxQuota)
  return {
    name,
    days,
    quota: { actsPerHour, removalsPerDay },
    scopes: scopesIn(values.scope ?? []),
    networks: networksIn(values.network ?? []),
    isJson: values.json,
  }
}

const scopesIn = (texts: readonly string[]): KeyScope[] => {
  const wanted = [...new Set(texts.flatMap(listed))]
  const wrong = wanted.find((text) => !isScope(text))
  if (wrong !== undefined || wanted.length === 0) {
    const known = Object.entries(scopes).map(([name, about]) => `\n  ${name.padEnd(14)}  ${about}`)
    throw new UsageError(
      `${wrong ? `There is no scope ${wrong}` : '--scope is missing'}. Scopes:${known.join('')}`,
    )
  }
  return wanted.filter(isScope)
}

const networksIn = (texts: readonly string[]): string[] => {
  const networks = texts.flatMap(listed)
  // a script's empty variable must not create a key that works everywhere
  if (texts.length > 0 && networks.length === 0) throw new UsageError('--network is empty.')
  try {
    parseNetworks(networks.join())
  } catch (error) {
    throw new UsageError(`--network: ${(error as Error).message}`)
  }
  return networks
}
