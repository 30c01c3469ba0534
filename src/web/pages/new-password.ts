import type { Config } from '../../config/config.ts'
import type { Field } from './forms.ts'
import type { PageWords } from './words.ts'

/** A new password, twice. @param hasScript whether the page has the script that makes the second needless */
export const newPasswordFields = (
  { fields }: PageWords,
  { passwordMinLength }: Pick<Config, 'passwordMinLength'>,
  { isOptional = false, hasScript = false } = {},
): Field[] => [
  {
    name: 'password',
    label: fields.newPassword,
    hint: fields.passwordHint(passwordMinLength),
    type: 'password',
    autocomplete: 'new-password',
    isOptional,
  },
  {
    name: 'passwordConfirmation',
    label: fields.repeatPassword,
    type: 'password',
    autocomplete: 'new-password',
    isOptional,
    isAgain: hasScript,
  },
]
