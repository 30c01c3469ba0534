import type { Field } from './fields.ts'

/** To choose a password by, typed twice. */
export const newPasswordFields: readonly Field[] = [
  { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
  { name: 'passwordConfirmation', label: 'The same again', type: 'password', autocomplete: 'new-password' },
]
