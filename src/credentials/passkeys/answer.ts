import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import vine from '@vinejs/vine'
import { exact } from '../../platform/exact.ts'
import { propertiesOf } from '../../platform/properties-of.ts'

/** An authenticator's proof that it has a passkey: `PublicKeyCredential.toJSON()` of a `get()`. */
export type Assertion = AuthenticationResponseJSON

/** An authenticator's description of a new passkey: `PublicKeyCredential.toJSON()` of a `create()`. */
export type Attestation = RegistrationResponseJSON

/** Its form only: any other fault gets the answer of wrong credentials. */
export const assertionField = () => exact(assertion().transform((value): Assertion => value))

/** The same where it may be left out. */
export const optionalAssertionField = () =>
  exact(
    assertion()
      .optional()
      .transform((value): Assertion | undefined => value ?? undefined),
  )

const assertion = () =>
  vine.any().use(
    hasForm({
      needed: ['clientDataJSON', 'authenticatorData', 'signature'],
      possible: ['userHandle'],
    }),
  )

/** The same for a new passkey. */
export const attestationField = () =>
  exact(
    vine
      .any()
      .use(hasForm({ needed: ['clientDataJSON', 'attestationObject'], possible: [] }))
      .transform((value): Attestation => value),
  )

const maxCharacters = 4_096

type Form = { needed: readonly string[]; possible: readonly string[] }

const hasForm = vine.createRule<Form>(
  (value, { needed, possible }, field) => {
    const { id, rawId, type, response } = propertiesOf(value)
    const parts = propertiesOf(response)
    const isWhole =
      [id, rawId].every((value) => isBase64url(value)) &&
      needed.every((name) => isBase64url(parts[name], mostOf(name)))
    const areOthersRight = possible.every(
      // security keys that keep no account have an empty handle
      (name) =>
        parts[name] === undefined || parts[name] === null || parts[name] === '' || isBase64url(parts[name]),
    )
    if (!isWhole || !areOthersRight || id !== rawId || type !== 'public-key')
      field.report('The {{ field }} field must be a public-key credential as JSON', 'credential', field)
  },
  {
    toJSONSchema: (schema, { needed, possible }) => {
      // Vine's rule for a missing value
      delete schema.anyOf
      const parts = [
        ...needed.map((name) => [name, { ...base64urlSchema, maxLength: mostOf(name) }]),
        ...possible.map((name) => [name, { ...base64urlSchema, pattern: '^[A-Za-z0-9_-]*$' }]),
      ]
      const response = { type: 'object', properties: Object.fromEntries(parts), required: needed }
      const properties = {
        id: base64urlSchema,
        rawId: base64urlSchema,
        type: { const: 'public-key' },
        response,
      }
      Object.assign(schema, { type: 'object', properties, required: Object.keys(properties) })
    },
  },
)

const base64urlSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength: maxCharacters }

// some bring certificates that nobody asked for
const mostOf = (name: string) => (name === 'attestationObject' ? 3 * maxCharacters : maxCharacters)

const isBase64url = (value: unknown, most = maxCharacters): value is string =>
  typeof value === 'string' && value.length <= most && /^[A-Za-z0-9_-]+$/.test(value)
