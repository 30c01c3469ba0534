import { parseKeySettings } from '../../src/config/config.ts'
import { consoleScopes } from '../../src/credentials/operators/scopes.ts'
import { usualQuota } from '../../src/credentials/service-keys/queries.ts'
import { type KeyScope, scopes } from '../../src/credentials/service-keys/scopes.ts'
import { grantOperator } from '../../src/flows/operators/staff/grant.ts'
import { Refused } from '../../src/platform/errors.ts'
import { listed } from '../../src/platform/listed.ts'
import { openKeys } from '../../src/prepare.ts'
import { oneArg, wholeNumber } from '../commands/args.ts'
import { UsageError } from '../commands/command.ts'
import { print, printJson } from '../commands/output.ts'
import { noAccount } from '../users/find-user.ts'
import { actor, withAccount } from '../users/with-account.ts'

const usage = 'operators add EMAIL|ID --scope SCOPE… [--acts-per-hour N] [--removals-per-day N] [--json]'
const maxQuota = 1_000_000

const options = {
  scope: { type: 'string', multiple: true },
  'acts-per-hour': { type: 'string', default: String(usualQuota.actsPerHour) },
  'removals-per-day': { type: 'string', default: String(usualQuota.removalsPerDay) },
} as const

export const addOperator = {
  usage,
  about: 'Let somebody with a second factor use the console, for these scopes. All operators are told.',
  run: async (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, options)
    const granted = {
      scopes: scopesIn(values.scope ?? []),
      actsPerHour: wholeNumber('acts-per-hour', values['acts-per-hour'], maxQuota),
      removalsPerDay: wholeNumber('removals-per-day', values['removals-per-day'], maxQuota),
    }
    const settings = parseKeySettings(process.env)
    await withAccount(name, async ({ db, userId }) => {
      const { sealedDb } = await openKeys(db, settings)
      const isThere = await grantOperator({ db: sealedDb }, { userId, ...granted }, actor).catch(inWords)
      if (!isThere) throw noAccount(name)
      if (values.json) printJson({ userId, ...granted })
      else print(`${name} can use the console: ${granted.scopes.join(', ')}.`)
    })
  },
}

const inWords = (error: unknown): never => {
  throw error instanceof Refused ? new Error(error.message, { cause: error }) : error
}

const scopesIn = (texts: readonly string[]): KeyScope[] => {
  const wanted = [...new Set(texts.flatMap(listed))]
  const wrong = wanted.find((text) => !consoleScopes.some((scope) => scope === text))
  if (wrong !== undefined || wanted.length === 0) {
    const known = consoleScopes.map((scope) => `\n  ${scope.padEnd(14)}  ${scopes[scope]}`)
    throw new UsageError(
      `${wrong ? `The console has no scope ${wrong}` : '--scope is missing'}. Scopes:${known.join('')}`,
    )
  }
  return consoleScopes.filter((scope) => wanted.includes(scope))
}
