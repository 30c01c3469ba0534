import { sendVerification } from '../../../accounts/links/verification.ts'
import { emailUnverified, isRefusedAs } from '../../../platform/errors.ts'
import { html } from '../../../platform/html.ts'
import { buttonForm, goodNews, problemNote } from '../forms.ts'
import { act, type HostedPage, untouched } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { ownerOf } from '../settings/owner.ts'
import { readFlow, schemeOf } from './flow.ts'
import { leadOn } from './lead-on.ts'
import { signInPage } from './sign-in.ts'

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
    if (!visitor.awaitsEmail) return leadOn(visit, flow, visitor)
    const { overview, confirm, news } = words.settings
    return {
      title: words.links['verify-email'].title,
      formAction: schemeOf(flow),
      header: buttonForm(visit, words.frame.signOut, { look: 'bare', to: at(paths.signOut) }),
      content: html`${again === untouched && query.news ? goodNews(news['mail-sent']) : undefined}${problemNote(words, again, [])}
<p>${words.refused(emailUnverified())}</p>
<p><a class="button" href="${at(paths.awaitEmail, flow.parameters)}">${confirm.button}</a></p>
${buttonForm(visit, overview.sendAgain, { look: 'plain' })}
<p><a href="${at(paths.email)}">${overview.changeEmail}</a></p>`,
    }
  },

  acts: {
    '': act({
      run: async (visit) => {
        const { deps, at, query } = visit
        const { userId } = await ownerOf(visit)
        await sendVerification(deps, userId).catch((error: unknown) => {
          // in another window: the page leads on
          if (!isRefusedAs(error, 'already_verified')) throw error
        })
        return { to: at(paths.awaitEmail, { ...readFlow(deps, query).parameters, news: 'mail-sent' }) }
      },
    }),
  },
}
