import type { FieldError } from '../../../contract/wire.ts'
import { type Html, html } from '../../platform/html.ts'

export type Field = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: string
  value?: string
  isOptional?: boolean
}

export const newPasswordFields: readonly Field[] = [
  { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
  {
    name: 'passwordConfirmation',
    label: 'Repeat your new password',
    type: 'password',
    autocomplete: 'new-password',
  },
]

/** An input and what is wrong with it, for screen readers as well. */
export const inputOf = (
  { name, label, type, autocomplete, value, isOptional }: Field,
  problems: readonly FieldError[],
): Html => {
  const problem = problems.find(({ field }) => field === name)
  return html`<label for="${name}">${label}${isOptional ? ' (optional)' : undefined}</label>
${problem && html`<p class="bad" id="${name}-problem">${wordsOf(problem)}.</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value ?? ''}"${isOptional ? undefined : html` required`}${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}>`
}

const wordsOf = ({ rule, field, message }: FieldError) =>
  rule === 'confirmed' ? 'Both passwords must match' : message.replace(`The ${field} field`, 'This')
