import type { PasskeyCreation, PasskeyRequest } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { propertiesOf } from '../platform/properties-of.ts'
import { newPasskey, type SoftwarePasskey } from './authenticator.ts'
import type { Parts } from './parts.ts'

type Asked = { options: unknown; origin?: string | undefined }

/**
 * What a browser would give for options of `navigator.credentials`: a new passkey, or an assertion by one of those that were
 * made here.
 * @param asked the options as the interface sends them, with or without `publicKey` around them
 * @throws 400 for anything else, 404 if none of the passkeys here will do
 */
export const answerOfPasskey = (
  { config }: Pick<Deps, 'config'>,
  { passkeys }: Pick<Parts, 'passkeys'>,
  { options, origin = new URL(`${config.publicUrl}`).origin }: Asked,
): object => {
  const publicKey = propertiesOf(options).publicKey ?? options
  if (isCreation(publicKey)) {
    const made = newPasskey({ origin })
    passkeys.set(made.id, made)
    return made.create({ publicKey }, { origin })
  }
  if (!isRequest(publicKey)) throw badRequest('These are no options for navigator.credentials.')
  return oneOf(passkeys, publicKey).get({ publicKey }, { origin })
}

/** The newest that is allowed. */
const oneOf = (
  passkeys: Parts['passkeys'],
  { allowCredentials = [] }: Partial<PasskeyRequest['publicKey']>,
): SoftwarePasskey => {
  const allowed = new Set(allowCredentials.map(({ id }) => id))
  const found = [...passkeys.values()].findLast(({ id }) => allowed.size === 0 || allowed.has(id))
  if (!found) throw notFound()
  return found
}

const isCreation = (value: unknown): value is PasskeyCreation['publicKey'] =>
  typeof propertiesOf(propertiesOf(value).user).id === 'string' &&
  typeof propertiesOf(propertiesOf(value).rp).id === 'string' &&
  isChallenged(value)

const isRequest = (value: unknown): value is PasskeyRequest['publicKey'] =>
  typeof propertiesOf(value).rpId === 'string' && isChallenged(value) && areDescriptors(propertiesOf(value))

const areDescriptors = ({ allowCredentials = [] }: Readonly<Record<string, unknown>>) =>
  Array.isArray(allowCredentials) &&
  allowCredentials.every((each) => typeof propertiesOf(each).id === 'string')

const isChallenged = (value: unknown) => typeof propertiesOf(value).challenge === 'string'
