import { isRefusedAs } from '#platform/errors.ts'
import { blamedCode } from '../code-field.ts'
import type { Field } from '../forms.ts'
import type { Again } from '../hosted-page.ts'
import type { PageWords } from '../words.ts'

/** A code of either kind, if there is an app among the methods: the input decides which. */
export const eitherCodeField = (words: PageWords, methods: readonly string[]): Field => {
  const { eitherCode, backupCode } = words.settings.fields
  const hasApp = methods.includes('totp')
  return { ...blamedCode(words), hint: hasApp ? eitherCode : backupCode, isNumeric: false }
}

/** The first code of an app that is being set up. */
export const firstCodeField = (words: PageWords): Field => ({
  ...blamedCode(words),
  hint: words.settings.fields.sixDigits,
})

export const currentPasswordField = ({ settings: { fields } }: PageWords, name = 'password'): Field => ({
  name,
  label: fields.currentPassword,
  type: 'password',
  autocomplete: 'current-password',
  blamedBy: (refused) => (isRefusedAs(refused, 'invalid_credentials') ? fields.wrongPassword : undefined),
})

/** The same beside a passkey, whose refusal is not about the password. */
export const passwordBeside = (words: PageWords, { typed }: Again): Field => {
  const { blamedBy, ...field } = currentPasswordField(words)
  return typed.credential === undefined && blamedBy ? { ...field, blamedBy } : field
}
