import type { FieldError } from '../../contract/wire.ts'
import { type Html, html } from '../html.ts'
import { forgotPasswordPath } from '../mail/link.ts'
import { inputOf } from './fields.ts'
import { paragraphs } from './page.ts'

/** The page on which somebody asks for a link to set a new password. */
export const forgotPasswordPage = {
  path: forgotPasswordPath,
  title: 'Forgotten your password?',
  form: (email = '', problems: readonly FieldError[] = []): Html =>
    html`${paragraphs(['We send you a link by mail, with which you set a new one.'])}
<form method="post" action="?">
${inputOf({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email }, problems)}
<button type="submit">Send me a link</button>
</form>`,
  done: {
    title: 'Look into your mailbox',
    lead: [
      'If there is an account with this address, a link is on its way to it. It is good for half an hour.',
      'There are three an hour at most, and only the newest is good.',
      'Nothing there? Look into the spam folder, and whether it is the address that you signed up with.',
    ],
  },
}
