import type { Field } from '../forms.ts'
import type { PageWords } from '../words.ts'

/** What somebody calls an authenticator app. */
export const appNameField = ({ settings: { fields } }: PageWords, value?: string): Field => ({
  name: 'name',
  label: fields.appName,
  hint: fields.appNameHint,
  type: 'text',
  autocomplete: 'off',
  ...(value === undefined ? { isOptional: true } : { value }),
})
