import vine, { type VineValidator } from '@vinejs/vine'
import { canonicalEmail } from '../../accounts/users/canonical-email.ts'
import { exact, optional } from '../../platform/exact.ts'
import {
  isLongEnough,
  isMoreThanContext,
  isNotTheEmail,
  isShortEnough,
  isUncommon,
  isWellFormed,
  type PasswordSettings,
} from './rules.ts'

const maxCharacters = 128

type JsonSchema = ReturnType<VineValidator<never, never>['toJSONSchema']>

/** The value is both spellings of `canonicalEmail`. */
export const emailField = () =>
  exact(
    vine
      .string()
      .use(isEmail())
      .transform((typed) => canonicalEmail(typed) as { typed: string; canonical: string }),
  )

/** For signing in: any password that could ever have been set. */
export const passwordField = () =>
  vine
    .string()
    .use(isWellFormed())
    .use(isShortEnough({ max: maxCharacters }))

/**
 * For a new password (NIST SP 800-63B-4 §3.1.1.2: length, common passwords, words of the context, no composition
 * rules). The body must have an `email` to compare it with.
 */
export const newPasswordField = (config: PasswordSettings) =>
  passwordField()
    .use(isLongEnough({ min: config.passwordMinLength }))
    .use(isUncommon())
    .use(isNotTheEmail())
    .use(isMoreThanContext(config))

/** Must equal the other field. Missing is not equal. */
export const confirmationField = (otherField: string) =>
  optional(vine.string().use(confirms({ otherField })).nullable())

/** Vine treats the field as optional, so that its absence fails by rule `confirmed`; the document says required. */
export const withConfirmation = (body: JsonSchema, field: string): JsonSchema => ({
  ...body,
  properties: { ...body.properties, [field]: { type: 'string' } },
  required: [...(body.required ?? []), field],
})

const isEmail = vine.createRule(
  (value, _, field) => {
    if (!canonicalEmail(String(value))) {
      field.report('The {{ field }} field must be a valid email address', 'email', field)
    }
  },
  { toJSONSchema: (schema) => Object.assign(schema, { format: 'email', maxLength: 254 }) },
)

const confirms = vine.createRule<{ otherField: string }>(
  (value, { otherField }, field) => {
    if (value === field.data[otherField]) return
    const words = 'The {{ field }} field and the {{ otherField }} field must be the same'
    field.report(words, 'confirmed', field, { otherField })
  },
  { implicit: true },
)
