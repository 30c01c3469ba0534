import vine from '@vinejs/vine'
import {
  type Assertion,
  type Attestation,
  assertionField,
  attestationField,
} from '../../credentials/passkeys/answer.ts'
import type { BodyShape } from '../../platform/exact.ts'
import { propertiesOf } from '../../platform/properties-of.ts'

/** What the form of a passkey sends: its `credential` is the text of what the JSON interface gets. */
export const assertionForm: BodyShape<{ credential: Assertion }> = {
  validate: (data, options) => assertionBody.validate(withCredential(data), options),
  toJSONSchema: () => documentedForm,
}

/** The same for a new one. */
export const attestationForm: BodyShape<{ credential: Attestation }> = {
  validate: (data, options) => attestationBody.validate(withCredential(data), options),
  toJSONSchema: () => documentedForm,
}

const assertionBody = vine.create({ credential: assertionField() })
const attestationBody = vine.create({ credential: attestationField() })

const documentedForm = { type: 'object', properties: { credential: { type: 'string' } } }

const withCredential = (data: unknown) => ({
  ...propertiesOf(data),
  credential: parsed(propertiesOf(data).credential),
})

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}
