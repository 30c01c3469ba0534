import vine from '@vinejs/vine'
import { credentialNameField } from '../../credentials/name-field.ts'
import { type Assertion, optionalAssertionField } from '../../credentials/passkeys/answer.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import { type BodyShape, optional } from '../../platform/exact.ts'
import type { Along } from '../../sessions/proof/along.ts'
import { asTyped } from '../../sessions/proof/check-code.ts'
import { documentedOf, withCredential } from './passkey-answer.ts'

export type AlongForm = {
  name?: string | undefined
  code?: string | undefined
  password?: string | undefined
  credential?: Assertion | undefined
}

const body = vine.create({
  name: optional(credentialNameField()),
  code: optional(vine.string()),
  password: optional(passwordField()),
  credential: optionalAssertionField(),
})

/** The fields of an act's form that may include a second factor, which `askFactor` asks for. */
export const alongForm: BodyShape<AlongForm> = {
  validate: (data, options) => body.validate(withCredential(data), options),
  toJSONSchema: () => documentedOf(body),
}

export const typedAlong = ({ code, password, credential }: AlongForm): Along => {
  if (credential) return { method: 'passkey', credential, password }
  return code === undefined ? { password } : { ...asTyped(code), password }
}
