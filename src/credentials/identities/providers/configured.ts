import type { ProviderSettings } from '#config/parsers/providers.ts'
import { wrongSettings } from '#config/wrong-settings.ts'
import type { Deps } from '#deps.ts'
import { isSafeUrl } from '#platform/addresses.ts'
import { nearestName } from '#platform/nearest-name.ts'
import { errorMessage } from '#platform/properties-of.ts'
import { providerKinds } from './index.ts'
import { openIdConnect } from './openid-connect.ts'
import {
  type Provider,
  type ProviderSettingName,
  providerSettingNames,
  type SettingsReader,
} from './provider.ts'

type Given = { config: Pick<Deps['config'], 'oauthProviders'>; now: Deps['now'] }

type Providers = ReadonlyMap<string, Provider>

/** Contacts none of them yet. @throws an `Error` with every fault */
export const configuredProviders = ({ config, now }: Given): Providers => {
  const faults = providerFaults(config.oauthProviders)
  if (faults.length > 0) throw wrongSettings(faults)
  return new Map(
    config.oauthProviders.map(({ id, settings }) => [id, providerOf(id, settingsOf(settings), now)]),
  )
}

/** Created once per service, because each caches its issuer's metadata. */
export const providersOf = (deps: Pick<Deps, 'config' | 'now'>): Providers => {
  const providers = known.get(deps) ?? configuredProviders(deps)
  known.set(deps, providers)
  return providers
}

const known = new WeakMap<object, Providers>()

/** One fault per line, beginning with the setting's name. */
export const providerFaults = (providers: readonly ProviderSettings[]): string[] =>
  providers.flatMap(({ id, settings: given }) => {
    const faults = unknownIn(given)
    const settings = settingsOf(given, (fault) => void faults.push(fault))
    try {
      // every kind needs one, but may report another fault first
      settings.need('CLIENT_ID')
      providerOf(id, settings, Date.now)
    } catch (fault) {
      faults.push(errorMessage(fault))
    }
    return firstOfEach(faults).map((fault) => `OAUTH_${id.toUpperCase()}_${fault}`)
  })

// a missing value is also reported as invalid
const firstOfEach = (faults: string[]) =>
  faults.filter((fault, index) => faults.findIndex((each) => nameIn(each) === nameIn(fault)) === index)

const nameIn = (fault: string) => fault.split(':')[0]

const providerOf = (id: string, settings: SettingsReader, now: () => number): Provider => {
  const kind = Object.hasOwn(providerKinds, id) ? providerKinds[id] : undefined
  return (kind ?? openIdConnect({}))(id, settings, now)
}

const refuse = (fault: string) => {
  throw new Error(fault)
}

/** @param tell receives a fault; if it returns, an example replaces the value, so that the rest is checked */
const settingsOf = (
  given: ProviderSettings['settings'],
  tell: (fault: string) => void = refuse,
): SettingsReader => ({
  get: (name) => given[name],
  need: (name) => {
    const text = given[name]
    if (text === undefined) tell(`${name}: is needed`)
    return text ?? 'https://example.com'
  },
  address: (name) => {
    const text = given[name]
    return text === undefined ? undefined : addressOf(name, text, tell)
  },
})

const addressOf = (name: ProviderSettingName, text: string, tell: (fault: string) => void) => {
  const url = URL.parse(text)
  if (
    !url ||
    !isSafeUrl(url) ||
    url.search ||
    url.hash ||
    url.username ||
    url.pathname.includes('/.well-known/')
  )
    tell(`${name}: must be an https address, or http on loopback, as the provider calls itself`)
  return url ?? new URL('https://example.com')
}

// a misspelt name would silently do nothing
const unknownIn = (given: ProviderSettings['settings']) =>
  Object.keys(given)
    .filter((name) => !providerSettingNames.some((known) => known === name))
    .map((name) => {
      const nearest = nearestName(name, providerSettingNames)
      return `${name} is not a setting. ${nearest ? `Did you mean ${nearest}?` : `There are ${providerSettingNames.join(', ')}.`}`
    })
