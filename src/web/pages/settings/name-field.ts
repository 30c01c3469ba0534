import type { Field } from '../forms.ts'
import type { PageWords } from '../words.ts'

/** The name of an authenticator app. */
export const appNameField = (words: PageWords, value?: string): Field =>
  nameField(words, words.settings.fields.appNameHint, value)

/** The name of a passkey. */
export const ownNameField = (words: PageWords, value?: string): Field =>
  nameField(words, words.settings.fields.passkeyNameHint, value)

const nameField = ({ settings: { fields } }: PageWords, hint: string, value: string | undefined): Field => ({
  name: 'name',
  label: fields.appName,
  hint,
  type: 'text',
  autocomplete: 'off',
  ...(value === undefined ? { isOptional: true } : { value }),
})
