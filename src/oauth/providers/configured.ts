import { isLoopbackHost } from '../../addresses.ts'
import { type ProviderSettings, wrongSettings } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { providerKinds } from './index.ts'
import { openIdConnect } from './openid-connect.ts'
import { type Provider, type SettingName, type Settings, settingNames } from './provider.ts'

/** The providers that people can sign in with, by their id, in the operator's order. */
export type Providers = ReadonlyMap<string, Provider>

/** Makes the providers of `OAUTH_PROVIDERS`; none of them is asked anything yet. @throws an `Error` with every fault */
export const configuredProviders = ({ config, now }: Pick<Deps, 'config' | 'now'>): Providers => {
  const faults: string[] = []
  const providers = config.oauthProviders.flatMap(({ id, settings }) => {
    try {
      refuseUnknown(settings)
      return [providerOf(id, settings, now)]
    } catch (fault) {
      faults.push(`OAUTH_${id.toUpperCase()}_${(fault as Error).message}`)
      return []
    }
  })
  if (faults.length > 0) throw wrongSettings(faults)
  return new Map(providers.map((provider) => [provider.id, provider]))
}

const providerOf = (id: string, given: ProviderSettings['settings'], now: () => number): Provider => {
  const kind = Object.hasOwn(providerKinds, id) ? providerKinds[id] : undefined
  return (kind ?? openIdConnect({}))(id, settingsOf(given), now)
}

const settingsOf = (given: ProviderSettings['settings']): Settings => ({
  get: (name) => given[name],
  need: (name) => {
    const text = given[name]
    if (text === undefined) throw new Error(`${name}: is needed`)
    return text
  },
  address: (name) => {
    const text = given[name]
    return text === undefined ? undefined : addressOf(name, text)
  },
})

const addressOf = (name: SettingName, text: string) => {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username || url.pathname.includes('/.well-known/'))
    throw new Error(`${name}: must be an https address, or http on loopback, as the provider calls itself`)
  return url
}

// a name that is misspelt would otherwise do nothing, in silence
const refuseUnknown = (given: ProviderSettings['settings']) => {
  const unknown = Object.keys(given).find((name) => !(settingNames as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new Error(`${unknown}: is no setting; there are ${settingNames.join(', ')}`)
}
