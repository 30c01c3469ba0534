import { isRefusedAs } from '#platform/errors.ts'
import type { CodeMethod } from '../../credentials/index.ts'
import type { Field } from './forms.ts'
import type { PageWords } from './words.ts'

/** One code, by default of an authenticator app. */
export const codeField = ({ fields }: PageWords, method: CodeMethod = 'totp'): Field => ({
  name: 'code',
  label: fields.code,
  type: 'text',
  autocomplete: method === 'totp' ? 'one-time-code' : 'off',
  isCode: true,
  isNumeric: method === 'totp',
  // a wrong code is useless to everybody
  value: '',
})

/** The same where a wrong one is told beside it. */
export const blamedCode = (words: PageWords): Field => ({
  ...codeField(words),
  blamedBy: (refused) =>
    isRefusedAs(refused, 'wrong_code') || isRefusedAs(refused, 'invalid_code')
      ? words.refused(refused)
      : undefined,
})
