import vine from '@vinejs/vine'
import { canonicalEmail } from '#accounts/users/canonical-email.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { closeOwnAccount } from '#flows/account/closing/close-own.ts'
import { keptUntil } from '#flows/account/closing/kept-until.ts'
import { minuteOf } from '#messages/mail/minute.ts'
import { badRequest, isRefusedAs } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { forgetVisit } from '../forget-visit.ts'
import { type Field, inputs } from '../forms.ts'
import { act } from '../hosted-page.ts'
import { paragraphs } from '../page.ts'
import { paths } from '../paths.ts'
import type { PageWords } from '../words.ts'
import { settingsView } from './frame.ts'
import { provenPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

export const closePage = provenPage({
  path: paths.close,
  summary: 'Closes the account.',
  reads: (runner, { userId }, { deps }) => keptUntil(deps, runner, userId),

  view: (visit, again, until) => {
    const { words } = visit
    const texts = words.settings.close
    const fields = [ownEmailField(words)]
    return settingsView(visit, again, {
      title: texts.title,
      section: 'close',
      fields,
      content: html`${paragraphs([...texts.lead, until ? texts.until(minuteOf(until, words.language)) : texts.atOnce])}
<form method="post">${inputs(visit, fields, again)}
<button type="submit" class="danger">${texts.button}</button></form>`,
    })
  },

  acts: {
    '': act({
      body: () => vine.create({ email: vine.string() }),
      run: async (visit, { email }) => {
        const { deps, client, cookies, at } = visit
        const owner = await ownerOf(visit)
        const mailbox = await findMailbox(deps.db, owner.userId)
        if (!mailbox || canonicalEmail(email)?.canonical !== mailbox.canonical) throw badRequest()
        const closed = await closeOwnAccount(deps, owner, undefined, client)
        forgetVisit({ cookies })
        cookies.write('closed', closed?.deletesAt ?? 'now', closedSeconds)
        return { to: at(paths.closed) }
      },
    }),
  },
})

const closedSeconds = 10 * 60

const ownEmailField = ({ settings: { close } }: PageWords): Field => ({
  name: 'email',
  label: close.type,
  type: 'email',
  autocomplete: 'off',
  blamedBy: (refused) => (isRefusedAs(refused, 'bad_request') ? close.notYours : undefined),
})
