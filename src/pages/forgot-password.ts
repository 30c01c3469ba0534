import type { FieldError } from '../../contract/wire.ts'
import { forgotPasswordPath } from '../account/password/forgot.ts'
import { type Html, html } from '../html.ts'
import { inputOf } from './fields.ts'
import { paragraphs } from './page.ts'

/** The page on which somebody asks for a link to set a new password. */
export const forgotPasswordPage = {
  path: forgotPasswordPath,
  title: 'Set a new password',
  form: (email = '', problems: readonly FieldError[] = []): Html =>
    html`${paragraphs(['We send a link to your e-mail address. On its page you set the new password.'])}
<form method="post" action="?">
${inputOf({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email }, problems)}
<button type="submit">Send me a link</button>
</form>`,
  done: {
    title: 'Look into your mailbox',
    lead: [
      'If there is an account with this address, a link is on its way to it. It is good for half an hour.',
      'There are three an hour at most, and only the newest is good.',
      'Nothing there? Look among the unwanted mails, and whether it is the address that you signed up with.',
    ],
  },
}
