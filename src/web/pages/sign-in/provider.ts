import { providersOf } from '#credentials/identities/providers/configured.ts'
import { signInByCode } from '#flows/sign-in/grants/oauth-code.ts'
import { notFound, Refused } from '#platform/errors.ts'
import type { HostedPage, Onward } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { providerTrip, unpacked } from '../provider-trip.ts'
import { finishLink } from '../settings/linked.ts'
import { keptDeviceToken } from '../trust-device.ts'
import { readFlow } from './flow.ts'
import { enter } from './next.ts'

export const providerPage: HostedPage = {
  path: paths.provider,
  summary: 'Leaves for a provider, to sign in with it.',
  query: { provider: 'Its id.' },
  isOnce: true,
  view: async (visit) => {
    const { deps, query } = visit
    const provider = providersOf(deps).get(query.provider ?? '')
    if (!provider) throw notFound()
    const { parameters } = readFlow(deps, query)
    // a link on another site would replace the signed-in person with its own choice, without a click
    if (visit.isFromElsewhere && (await visit.visitor()))
      return { to: visit.at(paths.signIn, { ...parameters, prompt: 'login' }) }
    return { to: visit.at(`/auth/oauth/${provider.id}`, providerTrip(visit, parameters)) }
  },
}

/** Where providers return to. */
export const signedInPage: HostedPage = {
  path: paths.signedIn,
  summary: 'Where a sign-in with a provider comes back to.',
  query: { code: 'A one-time code.', state: 'Identifies what was begun.', error: 'Or why it failed.' },
  isOnce: true,
  view: async (visit) => {
    const { deps, client, query, at, cookies } = visit
    const parameters = unpacked(query.state ?? '')
    const verifier = cookies.read('provider')
    if (parameters.link !== undefined)
      return finishLink(visit, parameters.link, { code: query.code, error: query.error, verifier })
    const flow = readFlow(deps, parameters)
    const back = (more: { error: string } | { news: 'expired' }): Onward => ({
      to: at(paths.signIn, { ...flow.parameters, ...more }),
    })
    // too late, or repeated: a person signed in by now continues
    const again = async () =>
      (await visit.visitor()) ? { to: at(paths.signIn, flow.parameters) } : back({ news: 'expired' })
    if (query.error !== undefined) return back({ error: query.error })
    if (query.code === undefined) return back({ error: 'server_error' })
    if (verifier === undefined) return again()
    const given = { code: query.code, code_verifier: verifier, deviceToken: keptDeviceToken(visit) }
    try {
      const onward = await enter(visit, flow, () => signInByCode(deps, given, client, 'page'))
      // a reload must not look like the theft of a used code
      cookies.drop('provider')
      return onward
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error
      client.noteRefused?.(error)
      return again()
    }
  },
}
