import type { FieldError } from '../../../contract/wire.ts'
import { forgotPasswordPath } from '../../messages/mail/link.ts'
import { type Html, html } from '../../platform/html.ts'
import { inputOf } from './fields.ts'
import { paragraphs } from './page.ts'

export const forgotPasswordPage = {
  path: forgotPasswordPath,
  title: 'Forgot your password?',
  form: (email = '', problems: readonly FieldError[] = []): Html =>
    html`${paragraphs(["We'll email you a link to set a new one."])}
<form method="post" action="?">
${inputOf({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: email }, problems)}
<button type="submit">Send me a link</button>
</form>`,
  done: {
    title: 'Check your email',
    lead: [
      'If there is an account with this address, a link is on its way. It works for 30 minutes.',
      'We send at most three an hour, and only the newest link works.',
      'No email? Check your spam folder, and make sure that this is the address you signed up with.',
    ],
  },
}
