import { propertiesOf } from '#platform/properties-of.ts'
import { badValue, type Fields } from '../rows/read-fields.ts'

/** Why somebody is blocked whom the other system has blocked. */
export const blockedThere = 'blocked in the former system'

/** As text: CSV has no other, and what is empty there is absent. @throws `RowFault` for numbers that have lost digits */
export const textIn = (value: unknown): string | undefined => {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw badValue('a number', 'must be written as text where it is no whole number below 2^53')
  return value === undefined || value === null || value === '' ? undefined : String(value)
}

/** Whether something is so, or was at some time. */
export const isSo = (value: unknown): boolean =>
  !['', 'false', 'f', '0', 'no', 'null'].includes(String(value ?? '').toLowerCase())

/**
 * An instant in ISO 8601, of milliseconds or of how databases write it; without a zone it is UTC. What is none stays as it is,
 * so that it is refused.
 */
export const instantOf = (value: unknown): string | undefined => {
  const text = textIn(value)
  if (text === undefined) return
  const at = /^\d{11,}$/.test(text) ? new Date(Number(text)) : new Date(zoned(text))
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

const zoned = (text: string) => {
  const spaced = text.replace(' ', 'T')
  if (/T[\d:.]+$/.test(spaced)) return `${spaced}Z`
  // PostgreSQL writes `+00`
  return spaced.replace(/([+-]\d\d)$/, '$1:00')
}

/** A list of objects, or its JSON. */
export const listIn = (value: unknown): Fields[] => {
  const list: unknown = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value
  return Array.isArray(list) ? list.map(propertiesOf) : []
}

/** An object, or its JSON. */
export const objectIn = (value: unknown): Fields =>
  propertiesOf(typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value)

/** What other systems call providers that have another name here. */
const providers: Record<string, string> = {
  'google.com': 'google',
  'google-oauth2': 'google',
  oauth_google: 'google',
  googleoauth2: 'google',
  'apple.com': 'apple',
  oauth_apple: 'apple',
  signinwithapple: 'apple',
  'github.com': 'github',
  oauth_github: 'github',
  'facebook.com': 'facebook',
  oauth_facebook: 'facebook',
  'microsoft.com': 'microsoft',
  azure: 'microsoft',
  windowslive: 'microsoft',
  oauth_microsoft: 'microsoft',
  'twitter.com': 'x',
  twitter: 'x',
  linkedin_oidc: 'linkedin',
  slack_oidc: 'slack',
}

export const providerCalled = (name: unknown): string => {
  const text = String(name ?? '').toLowerCase()
  return (Object.hasOwn(providers, text) ? providers[text] : undefined) ?? text
}
