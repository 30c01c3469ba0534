import vine from '@vinejs/vine'
import { canonicalEmail } from '../../accounts/users/canonical-email.ts'
import type { Config } from '../../config/config.ts'
import { loadOnce } from '../../platform/load-once.ts'
import { contextWords, restWithout, shortestRest } from './context-words.ts'

export type PasswordSettings = Pick<
  Config,
  'passwordMinLength' | 'productName' | 'twoFactorIssuer' | 'publicUrl'
>

// PostgreSQL cannot store NUL, and UTF-8 has no lone surrogates: either would alter the password
export const isWellFormed = vine.createRule((value, _, field) => {
  const text = String(value)
  if (!text.isWellFormed() || text.includes('\0')) {
    field.report('The {{ field }} field holds characters that no password can have', 'wellFormed', field)
  }
})

// checked before normalising, so that a long one costs nothing, and after, because that may lengthen it
export const isShortEnough = vine.createRule<{ max: number }>(
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

export const isLongEnough = vine.createRule<{ min: number }>(
  (value, { min }, field) => {
    if (charactersOf(String(value)) < min) {
      field.report('The {{ field }} field must have at least {{ min }} characters', 'minLength', field, {
        min,
      })
    }
  },
  { toJSONSchema: (schema, { min }) => Object.assign(schema, { minLength: min }) },
)

export const isUncommon = vine.createRule(
  async (value, _, field) => {
    const common = await commonPasswords()
    if (common.has(String(value).normalize('NFKC').toLowerCase())) {
      field.report('The {{ field }} field is one of the most common passwords', 'common', field)
    }
  },
  { isAsync: true },
)

export const isNotTheEmail = vine.createRule((value, _, field) => {
  const [password, email] = [value, field.data.email].map((text) => canonicalEmail(String(text))?.canonical)
  if (password !== undefined && password === email) {
    field.report('The {{ field }} field must not be the email address', 'notSameAs', field, {
      otherField: 'email',
    })
  }
})

export const isMoreThanContext = vine.createRule<PasswordSettings>(
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

// loaded at the first registration: the list takes some ten megabytes
const commonPasswords = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
})

const charactersOf = (text: string) => [...text.normalize('NFKC')].length
