import vine from '@vinejs/vine'
import type { LinkedIdentity } from '#contract/wire.ts'
import { providersOf } from '#credentials/identities/providers/configured.ts'
import { listLinked } from '#flows/providers/linked/list.ts'
import { unlink } from '#flows/providers/linked/unlink.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { buttonForm } from '../forms.ts'
import { act, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { settingsView, withNews } from './frame.ts'
import { leaveToLink } from './leave-to-link.ts'
import { providerName } from './means.ts'
import { timeTag } from './moment.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

const providerBody = vine.create({ provider: vine.string().regex(/^[a-z][a-z0-9-]*$/) })

export const providersPage = ownPage({
  path: paths.providers,
  summary: 'Links and unlinks providers.',
  query: { news: 'What was done.', error: 'Why it was not.' },
  reads: (runner, { userId }) => listLinked({ db: runner }, userId),

  view: (visit, again, linked) => {
    const { words, deps } = visit
    const texts = words.settings.providers
    const ids = new Set([...providersOf(deps).keys(), ...linked.map(({ provider }) => provider)])
    const rows = [...ids].map((id) =>
      item(
        visit,
        id,
        linked.find(({ provider }) => provider === id),
      ),
    )
    return settingsView(visit, again, {
      title: words.settings.sections.providers,
      section: 'providers',
      content: html`${failureOf(visit)}<p>${texts.lead}</p>
${rows.length > 0 ? html`<ul class="list">${rows}</ul>` : html`<p>${texts.none}</p>`}`,
    })
  },

  acts: {
    link: act({
      body: () => providerBody,
      run: (visit, { provider }) => leaveToLink(visit, provider),
    }),
    unlink: act({
      body: () => providerBody,
      run: async (visit, { provider }) => {
        const { deps, client } = visit
        await unlink(deps, await ownerOf(visit), provider, undefined, client).catch(orUnlinked)
        return withNews(visit, paths.providers, 'provider-unlinked')
      },
    }),
  },
})

// pressed twice
const orUnlinked = (error: unknown) => {
  if (!isRefusedAs(error, 'not_found')) throw error
}

const item = (visit: Visit, id: string, linked: LinkedIdentity | undefined): Html => {
  const texts = visit.words.settings.providers
  const name = providerName(visit, id)
  const state = linked
    ? html`${texts.linked(linked.email ?? undefined)} · ${timeTag(visit, linked.linkedAt)}`
    : html`${texts.notLinked}`
  const button = linked
    ? buttonForm(visit, texts.unlink(name), { act: 'unlink', fields: { provider: id }, look: 'plain small' })
    : buttonForm(visit, texts.link(name), { act: 'link', fields: { provider: id }, look: 'plain small' })
  return html`<li class="row"><div><h2>${name}</h2><p class="soft">${state}</p></div>${button}</li>`
}

const failureOf = ({ query, words }: Visit): Html | undefined => {
  if (query.error === undefined) return
  const { failed } = words.settings.providers
  const text = Object.hasOwn(failed, query.error) ? failed[query.error as keyof typeof failed] : failed.other
  return html`<p class="note bad" role="alert">${text}</p>`
}
