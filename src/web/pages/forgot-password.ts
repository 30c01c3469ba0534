import { forgotBody, forgotPassword } from '../../flows/password/forgot.ts'
import { html } from '../../platform/html.ts'
import { type Field, inputs, problemNote } from './forms.ts'
import { act, type HostedPage } from './hosted-page.ts'
import { paragraphs } from './page.ts'
import { paths } from './paths.ts'
import { signInPage } from './sign-in/sign-in.ts'
import { signInLink } from './sign-in-link.ts'

export const forgotPasswordPage: HostedPage = {
  path: paths.forgot,
  summary: 'The page that requests a link to set a new password.',
  query: signInPage.query!,

  view: async (visit, again) => {
    const { words, query } = visit
    const { title, lead, button } = words.forgot
    const fields: Field[] = [
      {
        name: 'email',
        label: words.fields.email,
        type: 'email',
        autocomplete: 'username',
        value: query.login_hint ?? '',
      },
    ]
    return {
      title,
      content: html`<p>${lead}</p>${problemNote(words, again, fields)}
<form method="post">
${inputs(visit, fields, again)}
<button type="submit">${button}</button>
</form>
${signInLink(visit)}`,
    }
  },

  acts: {
    '': act({
      body: () => forgotBody,
      run: async (visit, { email }) => {
        const { deps, client, words } = visit
        await forgotPassword(deps, email, client)
        const { title, lead } = words.forgot.done
        return { title, content: html`${paragraphs(lead)}${signInLink(visit)}` }
      },
    }),
  },
}
