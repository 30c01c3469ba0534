import { canonicalEmail } from '#accounts/users/canonical-email.ts'
import { isExternalId } from '#accounts/users/external-id.ts'
import type { Address } from '#accounts/users/queries/emails.ts'
import { isId } from '#platform/crypto/id.ts'
import { type Language, languages } from '#platform/languages.ts'
import { reasonCharacters, reasonPattern } from '../../operators/acts/act.ts'
import {
  badValue,
  type Fields,
  readFields,
  readFlag,
  readInstant,
  readOneOf,
  readText,
} from './read-fields.ts'
import { type ReadHash, readPassword } from './read-password.ts'
import { type MovedApp, readApps } from './read-totp.ts'
import { RowFault } from './row-fault.ts'

export type MovedIdentity = { provider: string; subject: string; email: string | undefined }

/** A person of another system, with all that is brought of them. */
export type MovedPerson = {
  /** Only of another Sallyport. */
  id: string | undefined
  email: Address
  emailVerified: boolean
  externalId: string | undefined
  createdAt: Date | undefined
  language: Language | undefined
  password: ReadHash | undefined
  apps: MovedApp[]
  identities: MovedIdentity[]
  disabled: { until: Date | undefined; reason: string } | undefined
}

const keys = [
  'id',
  'email',
  'emailVerified',
  'externalId',
  'createdAt',
  'language',
  'password',
  'totp',
  'identities',
  'disabled',
]

/** @throws `RowFault` */
export const readPerson = (value: unknown): MovedPerson => {
  const fields = readFields('the line', value, keys)
  return {
    id: readId(fields),
    email: readEmail(fields),
    emailVerified: readFlag(fields, 'emailVerified') ?? false,
    externalId: readExternalId(fields),
    createdAt: readInstant(fields, 'createdAt'),
    language: readOneOf(fields, 'language', languages),
    password: fields.password === undefined ? undefined : readPassword(fields.password),
    apps: fields.totp === undefined ? [] : readApps(fields.totp),
    identities: readIdentities(fields.identities ?? []),
    disabled: fields.disabled === undefined ? undefined : readDisabled(fields.disabled),
  }
}

const readId = (fields: Fields) => {
  const id = readText(fields, 'id')
  if (id !== undefined && !isId(id))
    throw badValue('id', 'is for accounts of another Sallyport. What others call them is externalId')
  return id
}

const readEmail = (fields: Fields): Address => {
  const text = readText(fields, 'email')
  const email = canonicalEmail(text ?? '')
  if (!email) throw new RowFault('bad_email', text === undefined ? 'email is missing' : 'email is no address')
  return email
}

const readExternalId = (fields: Fields) => {
  // other systems count people
  const { externalId: given } = fields
  if (typeof given === 'number' && !Number.isSafeInteger(given))
    throw badValue('externalId', 'must be a text where it is no whole number below 2^53')
  const text = typeof given === 'number' ? String(given) : readText(fields, 'externalId')
  if (text !== undefined && !isExternalId(text))
    throw badValue('externalId', 'must be 1 to 128 printable characters')
  return text
}

const mostIdentities = 20
const providerPattern = /^[a-z][a-z0-9]{0,31}$/
const mostSubjectCharacters = 255

const readIdentities = (value: unknown): MovedIdentity[] => {
  if (!Array.isArray(value) || value.length > mostIdentities)
    throw badValue('identities', `must be a list of ${mostIdentities} at most`)
  const identities = value.map(readIdentity)
  if (new Set(identities.map(({ provider }) => provider)).size < identities.length)
    throw badValue('identities', 'may have one of each provider')
  return identities
}

const readIdentity = (value: unknown): MovedIdentity => {
  const fields = readFields('an identity', value, ['provider', 'subject', 'email'])
  const { provider = '', subject = '' } = {
    provider: readText(fields, 'provider'),
    subject: readText(fields, 'subject'),
  }
  if (!providerPattern.test(provider)) throw badValue('provider', 'must be as in OAUTH_PROVIDERS')
  if (subject === '' || subject.length > mostSubjectCharacters)
    throw badValue('subject', "must be the provider's id of the person")
  return { provider, subject, email: readText(fields, 'email') }
}

const readDisabled = (value: unknown) => {
  const fields = readFields('disabled', value, ['until', 'reason'])
  const reason = readText(fields, 'reason') ?? ''
  const isReason =
    reason.length >= reasonCharacters.least &&
    reason.length <= reasonCharacters.most &&
    reasonPattern.test(reason)
  if (!isReason)
    throw badValue(
      'reason',
      `must be a line of ${reasonCharacters.least} to ${reasonCharacters.most} characters`,
    )
  return { until: readInstant(fields, 'until'), reason }
}
