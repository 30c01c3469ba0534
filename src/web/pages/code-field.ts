import type { CodeMethod } from '../../credentials/index.ts'
import type { Field } from './forms.ts'
import type { PageWords } from './words.ts'

/** One code: of an authenticator app, unless `method` says otherwise. */
export const codeField = ({ fields }: PageWords, method: CodeMethod = 'totp'): Field => ({
  name: 'code',
  label: fields.code,
  type: 'text',
  autocomplete: method === 'totp' ? 'one-time-code' : 'off',
  isCode: true,
  isNumeric: method === 'totp',
  // a wrong code is of no use to anybody
  value: '',
})
