import { providersOf } from '#credentials/identities/providers/configured.ts'
import { beginLink } from '#flows/providers/linked/begin.ts'
import { notFound } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { type HostedPage, type Onward, untouched, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { providerTrip } from '../provider-trip.ts'
import { settingsView } from './frame.ts'
import { providerName } from './means.ts'
import { ownerOf } from './owner.ts'

/** Starts to link a provider. */
export const leaveToLink = async (visit: Visit, id: string): Promise<Onward> => {
  const { deps, client, at } = visit
  const provider = providersOf(deps).get(id)
  if (!provider) throw notFound()
  const asked = providerTrip(visit, { link: id })
  const { url } = await beginLink(deps, await ownerOf(visit), provider, asked, client)
  const link = new URL(url).searchParams.get('link') ?? undefined
  return { to: at(paths.leaveToLink, { provider: id, link }) }
}

/** Between the form and the provider, because `form-action` allows no redirect to another site. */
export const leaveToLinkPage: HostedPage = {
  path: paths.leaveToLink,
  summary: 'Leaves for a provider, to link it.',
  query: { provider: 'Its id.', link: 'From its start.' },
  isPrivate: true,

  view: async (visit) => {
    const { words, query, at } = visit
    const { provider, link } = query
    // after a sign-in, which keeps nothing meant for one use
    if (provider === undefined) return { to: at(paths.providers) }
    if (!providersOf(visit.deps).has(provider)) throw notFound()
    const { leaving, leavingLead } = words.settings.providers
    const name = providerName(visit, provider)
    const way = at(`/auth/oauth/${provider}`, { link })
    const view = settingsView(visit, untouched, {
      title: leaving(name),
      section: 'providers',
      content: html`<p>${leavingLead(name)}</p><p><a class="button" href="${way}">${leaving(name)}</a></p>`,
    })
    return { ...view, headers: { Refresh: `0; url=${way}` } }
  },
}
