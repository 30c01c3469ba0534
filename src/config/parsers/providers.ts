import { listed } from '../../platform/listed.ts'
import type { Environment } from '../environment.ts'

/** One provider of `OAUTH_PROVIDERS` and its own settings: `OAUTH_ACME_CLIENT_ID` is `CLIENT_ID` of `acme`. */
export type ProviderSettings = { id: string; settings: Readonly<Record<string, string>> }

export const providers = (text: string, environment: Environment): readonly ProviderSettings[] => {
  const ids = listed(text)
  const wrong = ids.find((id) => !/^[a-z][a-z0-9]{0,31}$/.test(id) || otherMethods.includes(id))
  if (wrong !== undefined)
    throw new Error(`${wrong} cannot be a provider's name: lower-case letters and digits, a letter first`)
  if (new Set(ids).size !== ids.length) throw new Error('names the same provider twice')
  return ids.map((id) => ({ id, settings: settingsBelow(environment, id) }))
}

// a session's `methods` names the provider beside these
const otherMethods = ['password', 'totp', 'passkey']

const settingsBelow = (environment: Environment, id: string) => {
  const prefix = `OAUTH_${id.toUpperCase()}_`
  const given = Object.entries(environment).filter(([name, text]) => name.startsWith(prefix) && text?.trim())
  return Object.fromEntries(given.map(([name, text]) => [name.slice(prefix.length), String(text).trim()]))
}
