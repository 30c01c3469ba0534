import vine, { type VineValidator } from '@vinejs/vine'
import { canonicalEmail } from '../../accounts/users/canonical-email.ts'
import type { Config } from '../../config/config.ts'
import { exact, optional } from '../../platform/exact.ts'
import { loadOnce } from '../../platform/load-once.ts'
import { contextWords, restWithout, shortestRest } from './context-words.ts'

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

type PasswordRules = Pick<Config, 'passwordMinLength' | 'productName' | 'twoFactorIssuer' | 'publicUrl'>

/**
 * For a new password (NIST SP 800-63B-4 §3.1.1.2: length, common passwords, words of the context, no composition
 * rules). The body must have an `email` to compare it with.
 */
export const newPasswordField = (config: PasswordRules) =>
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

// PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates: either would alter the password
const isWellFormed = vine.createRule((value, _, field) => {
  const text = String(value)
  if (!text.isWellFormed() || text.includes('\0')) {
    field.report('The {{ field }} field holds characters that no password can have', 'wellFormed', field)
  }
})

// checked before normalising, so that a long one costs nothing, and after, because that may lengthen it
const isShortEnough = vine.createRule<{ max: number }>(
  (value, { max }, field) => {
    const text = String(value)
    if (text.length > 2 * max || [...text].length > max || charactersOf(text) > max) {
      field.report(
        'The {{ field }} field must not be greater than {{ max }} characters',
        'maxLength',
        field,
        { max },
      )
    }
  },
  { toJSONSchema: (schema, { max }) => Object.assign(schema, { maxLength: max }) },
)

const isLongEnough = vine.createRule<{ min: number }>(
  (value, { min }, field) => {
    if (charactersOf(String(value)) < min) {
      field.report('The {{ field }} field must have at least {{ min }} characters', 'minLength', field, {
        min,
      })
    }
  },
  { toJSONSchema: (schema, { min }) => Object.assign(schema, { minLength: min }) },
)

const isUncommon = vine.createRule(
  async (value, _, field) => {
    const common = await commonPasswords()
    if (common.has(String(value).normalize('NFKC').toLowerCase())) {
      field.report('The {{ field }} field is one of the most common passwords', 'common', field)
    }
  },
  { isAsync: true },
)

const isNotTheEmail = vine.createRule((value, _, field) => {
  const [password, email] = [value, field.data.email].map((text) => canonicalEmail(String(text))?.canonical)
  if (password !== undefined && password === email) {
    field.report('The {{ field }} field must not be the email address', 'notSameAs', field, {
      otherField: 'email',
    })
  }
})

const isMoreThanContext = vine.createRule<PasswordRules>(
  async (value, config, field) => {
    const password = String(value).normalize('NFKC').toLowerCase()
    const rest = restWithout(contextWords(config, String(field.data.email)), password)
    if (rest === password || ([...rest].length >= shortestRest && !(await commonPasswords()).has(rest)))
      return
    field.report(
      'The {{ field }} field is too similar to the email address or the name of this service',
      'contextWord',
      field,
    )
  },
  { isAsync: true },
)

const confirms = vine.createRule<{ otherField: string }>(
  (value, { otherField }, field) => {
    if (value === field.data[otherField]) return
    const words = 'The {{ field }} field and the {{ otherField }} field must be the same'
    field.report(words, 'confirmed', field, { otherField })
  },
  { implicit: true },
)

// loaded at the first registration: the list takes some ten megabytes
const commonPasswords = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
})

const charactersOf = (text: string) => [...text.normalize('NFKC')].length
