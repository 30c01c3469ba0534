import vine from '@vinejs/vine'
import { linkKinds } from '#accounts/links/kinds.ts'
import { sendVerification } from '#accounts/links/verification.ts'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { verifyEmailAddress } from '#flows/email/verify.ts'
import { emailUnverified, invalidCode, isRefusedAs, unauthorized } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { codeField } from '../code-field.ts'
import { buttonForm, type Field, goodNews, inputs, problemNote } from '../forms.ts'
import { act, type HostedPage, untouched } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { ownerOf } from '../settings/owner.ts'
import type { PageWords } from '../words.ts'
import { onwardOf, readFlow, schemeOf } from './flow.ts'
import { signInPage } from './sign-in.ts'

const mailedCodeField = (words: PageWords): Field => ({
  ...codeField(words),
  hint: words.awaitEmail.code(linkKinds.verification.codeSeconds / 60),
  isNumeric: false,
  blamedBy: (refused) =>
    isRefusedAs(refused, 'invalid_credentials') ? words.refused(invalidCode()) : undefined,
})

export const awaitEmailPage: HostedPage = {
  path: paths.awaitEmail,
  summary: 'Waits until somebody has confirmed the address, where that is required, and leads on then.',
  query: { ...signInPage.query, news: 'What was done.' },
  isPrivate: true,
  isForAwaiting: true,

  view: async (visit, again) => {
    const { words, at, query } = visit
    const flow = readFlow(visit.deps, query)
    const visitor = await ownerOf(visit)
    // a form may have led here, and its policy covers all redirects: the application follows an intermediate page
    if (!visitor.awaitsEmail) return { to: at(paths.onward, onwardOf(flow)) }
    const { overview, confirm, news } = words.settings
    const fields = [mailedCodeField(words)]
    return {
      title: words.links['verify-email'].title,
      formAction: schemeOf(flow),
      header: buttonForm(visit, words.frame.signOut, { look: 'bare', to: at(paths.signOut) }),
      content: html`${again === untouched && query.news ? goodNews(news['mail-sent']) : undefined}${problemNote(words, again, fields)}
<p>${words.refused(emailUnverified())}</p>
<form method="post">
${inputs(visit, fields, again)}
<button type="submit" name="act" value="code">${confirm.button}</button>
</form>
<p><a href="${at(paths.awaitEmail, flow.parameters)}">${words.awaitEmail.opened}</a></p>
${buttonForm(visit, overview.sendAgain, { look: 'plain' })}
<p><a href="${at(paths.email)}">${overview.changeEmail}</a></p>`,
    }
  },

  acts: {
    code: act({
      body: () => vine.create({ code: vine.string() }),
      run: async (visit, { code }) => {
        const { deps, at, query, client } = visit
        const mailbox = await findMailbox(deps.db, (await ownerOf(visit)).userId)
        if (!mailbox) throw unauthorized()
        await verifyEmailAddress(deps, { email: mailbox, code }, client)
        return { to: at(paths.awaitEmail, readFlow(deps, query).parameters) }
      },
    }),
    '': act({
      run: async (visit) => {
        const { deps, at, query } = visit
        const { userId } = await ownerOf(visit)
        await sendVerification(deps, userId).catch((error: unknown) => {
          // in another window: the page redirects
          if (!isRefusedAs(error, 'already_verified')) throw error
        })
        return { to: at(paths.awaitEmail, { ...readFlow(deps, query).parameters, news: 'mail-sent' }) }
      },
    }),
  },
}
