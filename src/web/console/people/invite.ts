import vine from '@vinejs/vine'
import { emailField } from '#credentials/password/fields.ts'
import { operatorActor } from '#flows/operators/acts/actor-of.ts'
import { reasonField } from '#flows/operators/acts/bodies.ts'
import { invitePerson } from '#flows/operators/acts/invite.ts'
import { html } from '#platform/html.ts'
import { type Field, inputs } from '../../pages/forms.ts'
import { act, type HostedPage, type Visit } from '../../pages/hosted-page.ts'
import { consoleView } from '../frame.ts'
import { requireProven, requireProvenForForm } from '../operator.ts'
import { consolePaths } from '../paths.ts'

/** The one act that is about nobody who is here yet. */
export const invitePage: HostedPage = {
  path: consolePaths.invite,
  summary: 'Invites a person.',
  isPrivate: true,

  view: async (visit, again) => {
    await requireProvenForForm(visit, 'users:write', again)
    const { words, at } = visit
    const fields = fieldsOf(visit)
    const { title, what } = words.console.acts.invite
    return consoleView(visit, again, {
      title,
      section: 'people',
      fields,
      content: html`<p>${what}</p>
<form method="post">
${inputs(visit, fields, again)}
<button type="submit">${title}</button>
</form>
<p><a href="${at(consolePaths.people)}">${words.console.cancel}</a></p>`,
    })
  },

  acts: {
    '': act({
      body: () => vine.create({ email: emailField(), reason: reasonField() }),
      run: async (visit, { email, reason }) => {
        const { deps, at } = visit
        const { operator } = await requireProven(visit, 'users:write')
        const actor = await operatorActor(deps, operator)
        const { id } = await invitePerson(deps, email, actor, { reason })
        return { to: at(consolePaths.person, { id, done: 'invite' }) }
      },
    }),
  },
}

const fieldsOf = ({ words }: Visit): Field[] => [
  { name: 'email', label: words.fields.email, type: 'email', autocomplete: 'off' },
  {
    name: 'reason',
    label: words.console.reason,
    hint: words.console.reasonHint,
    type: 'text',
    autocomplete: 'off',
  },
]
