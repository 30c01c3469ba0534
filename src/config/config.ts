import { keysOf } from '../platform/keys-of.ts'
import { errorMessage } from '../platform/properties-of.ts'
import { faultsBetween } from './between.ts'
import type { Environment } from './environment.ts'
import { holdsSecret, withSecretFiles } from './secret-files.ts'
import { type Parsed, type SettingName, settings } from './settings.ts'
import { misspeltSettings, wrongSettings } from './wrong-settings.ts'

export type { Environment } from './environment.ts'

export type Config = Parsed<SettingName> & {
  /** The texts of the settings that are set; null for those that hold a secret. */
  given: Readonly<Partial<Record<SettingName, string | null>>>
}

/** @returns what is wrong with the providers' own settings */
type ProviderFaults = (providers: Config['oauthProviders']) => readonly string[]

/** @throws an `Error` that lists every fault, one per line */
export const parseConfig = (given: Environment, faultsOf?: ProviderFaults): Config => {
  const { config, faults, misspelt } = readSettings(given, faultsOf)
  if (faults.length > 0) throw wrongSettings([...faults, ...misspelt])
  return Object.freeze({ ...config, logoUrl: config.logoUrl ?? config.mailLogoUrl })
}

/** @returns the settings, without the wrong ones in `faults`, and names that look like misspelt settings */
export const readSettings = (
  given: Environment,
  faultsOf: ProviderFaults = () => [],
): { config: Config; faults: string[]; misspelt: string[] } => {
  const faults: string[] = []
  const environment = withSecretFiles(given, faults)
  const names = keysOf(settings)
  const config = { ...read(environment, names, faults), given: givenIn(environment, names) }
  faults.push(...faultsBetween(config, isSetIn(given)))
  faults.push(...faultsOf(config.oauthProviders ?? []))
  return { config, faults, misspelt: misspeltSettings(environment) }
}

/** Reads these settings only. @throws an `Error` that lists every fault */
export const parseSettings = <Name extends SettingName>(given: Environment, names: Name[]): Parsed<Name> => {
  const faults: string[] = []
  const environment = withSecretFiles(given, faults, names)
  const found = read(environment, names, faults)
  if (faults.length > 0) throw wrongSettings(faults)
  return found
}

const givenIn = (environment: Environment, names: readonly SettingName[]): Config['given'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = environment[name]?.trim()
      return text ? [[name, holdsSecret(name) ? null : text]] : []
    }),
  )

const ofDatabase = ['DATABASE_URL', 'DATABASE_TLS', 'DATA_DIR'] as const

/** Reads the settings of the database only. @throws an `Error` that lists every fault */
export const parseDatabaseSettings = (environment: Environment): Parsed<(typeof ofDatabase)[number]> =>
  parseSettings(environment, [...ofDatabase])

const ofKeys = [...ofDatabase, 'SECRET_KEY', 'ACCEPT_LOST_KEYS'] as const

/** Reads the settings of the database and its keys only. @throws an `Error` that lists every fault */
export const parseKeySettings = (given: Environment): Parsed<(typeof ofKeys)[number]> => {
  const faults: string[] = []
  const found = read(withSecretFiles(given, faults, ofKeys), ofKeys, faults)
  faults.push(...faultsBetween(found, isSetIn(given)))
  if (faults.length > 0) throw wrongSettings(faults)
  return found
}

const isSetIn = (environment: Environment) => (name: SettingName) =>
  Boolean(environment[name]?.trim() || environment[`${name}_FILE`]?.trim())

/** @param faults collects what is wrong; the field of a wrong setting is missing from the result */
const read = <Name extends SettingName>(
  environment: Environment,
  names: readonly Name[],
  faults: string[],
) => {
  const fields: Record<string, unknown> = {}
  for (const name of names) {
    const { field, default: standard, parse } = settings[name]
    try {
      fields[field] = parse(environment[name]?.trim() || standard, environment)
    } catch (fault) {
      faults.push(`${name}: ${errorMessage(fault)}`)
    }
  }
  return fields as Parsed<Name>
}
