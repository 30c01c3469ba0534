import { sendVerification } from '#accounts/links/verification.ts'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { providersOf } from '#credentials/identities/providers/configured.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { buttonForm } from '../forms.ts'
import { act, type Visit } from '../hosted-page.ts'
import { tellBrowser } from '../passkey-signals.ts'
import { paths } from '../paths.ts'
import { settingsView, withNews } from './frame.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { readSeenAccount, type SeenAccount } from './seen-account.ts'

export const overviewPage = ownPage({
  path: paths.settings,
  summary: 'An overview of the account.',
  query: { news: 'What was done.' },
  reads: readSeenAccount,

  view: (visit, again, seen) =>
    settingsView(visit, again, {
      title: visit.words.settings.sections.overview,
      section: 'overview',
      hasScript: seen.signals !== undefined,
      content: html`${tellBrowser(seen.signals)}<ul class="list">${rowsOf(visit, seen)}</ul>`,
    }),

  acts: {
    verify: act({
      run: async (visit) => {
        const { userId } = await ownerOf(visit)
        try {
          await sendVerification(visit.deps, userId)
        } catch (error) {
          // in another window: the page says so
          if (isRefusedAs(error, 'already_verified')) return { to: visit.at(paths.settings) }
          throw error
        }
        return withNews(visit, paths.settings, 'mail-sent')
      },
    }),
  },
})

const rowsOf = (visit: Visit, state: SeenAccount): Html[] => {
  const { settings } = visit.words
  const { overview: texts, sections } = settings
  const { hasPassword, passkeyCount, isGuarded, codesLeft, sessionCount, providers } = state
  const link = (path: string, label: string) =>
    html`<a class="button plain small" href="${visit.at(path)}">${label}</a>`
  return [
    row(sections.email, emailOf(visit, state), link(paths.email, texts.changeEmail)),
    row(
      sections.password,
      html`<p class="soft">${hasPassword ? texts.passwordSet : texts.noPassword}</p>`,
      link(paths.password, hasPassword ? texts.changePassword : texts.setPassword),
    ),
    ...(relyingPartyOf(visit.deps.config)
      ? [
          row(
            sections.passkeys,
            html`<p class="soft">${texts.passkeys(passkeyCount)}</p>`,
            link(paths.passkeys, texts.managePasskeys),
          ),
        ]
      : []),
    row(
      sections.twoFactor,
      html`<p class="soft">${isGuarded ? texts.on(codesLeft) : isTwoFactorRequired(visit.deps) ? texts.offForNow : texts.off}</p>`,
      link(paths.twoFactor, isGuarded ? texts.manageTwoFactor : texts.turnOn),
    ),
    row(
      sections.sessions,
      html`<p class="soft">${texts.sessions(sessionCount)}</p>`,
      link(paths.sessions, texts.showSessions),
    ),
    ...(providers || providersOf(visit.deps).size > 0
      ? [
          row(
            sections.providers,
            html`<p class="soft">${providers || texts.noProviders}</p>`,
            link(paths.providers, texts.manageProviders),
          ),
        ]
      : []),
    row(
      sections.activity,
      html`<p class="soft">${texts.activity}</p>`,
      link(paths.activity, texts.showActivity),
    ),
    row(
      sections.waysBack,
      html`<p class="soft">${texts.waysBack}</p>`,
      link(paths.waysBack, texts.showWaysBack),
    ),
    row(sections.data, html`<p class="soft">${texts.data}</p>`, link(paths.data, texts.showData)),
    row(sections.close, html`<p class="soft">${texts.close}</p>`, link(paths.close, texts.showClose)),
  ]
}

const row = (title: string, state: Html, way: Html): Html =>
  html`<li class="row"><div><h2>${title}</h2>${state}</div>${way}</li>`

const emailOf = (visit: Visit, { account }: SeenAccount): Html => {
  const texts = visit.words.settings.overview
  if (account.emailVerified) return html`<p class="soft">${account.email} · ${texts.confirmed}</p>`
  return html`<p class="soft">${account.email} · ${texts.unconfirmed}</p>
${buttonForm(visit, texts.sendAgain, { act: 'verify', look: 'bare' })}`
}
