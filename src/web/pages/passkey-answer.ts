import vine from '@vinejs/vine'
import { credentialNameField } from '../../credentials/name-field.ts'
import {
  type Assertion,
  type Attestation,
  assertionField,
  attestationField,
} from '../../credentials/passkeys/answer.ts'
import { type BodyShape, optional } from '../../platform/exact.ts'
import { propertiesOf } from '../../platform/properties-of.ts'

/** A passkey form's fields: its `credential` is the text of the JSON interface's. */
export const assertionForm: BodyShape<{ credential: Assertion }> = {
  validate: (data, options) => assertionBody.validate(withCredential(data), options),
  toJSONSchema: () => documentedOf(assertionBody),
}

type MadePasskey = { credential: Attestation; name?: string | undefined; suggested?: string | undefined }

/** The same for a new one, with the name that its owner chose, or the one to have if it does not say what it is. */
export const attestationForm: BodyShape<MadePasskey> = {
  validate: (data, options) => attestationBody.validate(withCredential(data), options),
  toJSONSchema: () => documentedOf(attestationBody),
}

const assertionBody = vine.create({ credential: assertionField() })
const attestationBody = vine.create({
  credential: attestationField(),
  name: optional(credentialNameField()),
  suggested: optional(credentialNameField()),
})

export const documentedOf = (body: { toJSONSchema(): object }) => {
  const { properties } = body.toJSONSchema() as { properties: object }
  return { type: 'object', properties: { ...properties, credential: { type: 'string' } } }
}

export const withCredential = (data: unknown) => {
  const { credential, ...others } = propertiesOf(data)
  return credential === undefined ? others : { ...others, credential: parsed(credential) }
}

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}
