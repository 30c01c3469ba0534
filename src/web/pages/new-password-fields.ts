import type { Field } from './fields.ts'

export const newPasswordFields: readonly Field[] = [
  { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
  {
    name: 'passwordConfirmation',
    label: 'Repeat your new password',
    type: 'password',
    autocomplete: 'new-password',
  },
]
