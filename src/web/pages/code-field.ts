import type { Field } from './forms.ts'
import type { PageWords } from './words.ts'

/** One code, of an authenticator app or a backup code. */
export const codeField = ({ fields }: PageWords, isBackup = false): Field => ({
  name: 'code',
  label: fields.code,
  type: 'text',
  autocomplete: isBackup ? 'off' : 'one-time-code',
  isCode: true,
  isNumeric: !isBackup,
  // a wrong code is of no use to anybody
  value: '',
})
