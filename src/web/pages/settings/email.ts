import vine from '@vinejs/vine'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { emailField } from '#credentials/password/fields.ts'
import { askForEmailChange } from '#flows/email/change.ts'
import { html } from '#platform/html.ts'
import { type Field, inputs } from '../forms.ts'
import { act } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import type { PageWords } from '../words.ts'
import { settingsView, withNews } from './frame.ts'
import { provenPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

export const emailPage = provenPage({
  isForAwaiting: true,
  path: paths.email,
  summary: 'Changes the email address.',
  query: { news: 'What was done.' },
  reads: (runner, { userId }) => findMailbox(runner, userId),

  view: (visit, again, mailbox) => {
    const { words } = visit
    const texts = words.settings.email
    const fields = [newEmailField(words)]
    return settingsView(visit, again, {
      title: texts.title,
      section: 'email',
      fields,
      content: html`<p>${texts.lead(mailbox?.typed ?? '')}</p>
<form method="post">${inputs(visit, fields, again)}
<button type="submit">${texts.button}</button></form>`,
    })
  },

  acts: {
    '': act({
      body: () => vine.create({ email: emailField() }),
      run: async (visit, body) => {
        await askForEmailChange(visit.deps, await ownerOf(visit), body, visit.client)
        return withNews(visit, paths.email, 'email-sent')
      },
    }),
  },
})

const newEmailField = ({ settings }: PageWords): Field => ({
  name: 'email',
  label: settings.fields.newEmail,
  hint: settings.email.hint,
  type: 'email',
  autocomplete: 'email',
})
