import { providersOf } from '#credentials/identities/providers/configured.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { passkeyEntry } from './by-passkey.ts'
import type { Flow } from './flow.ts'
import { lastMark } from './last-way.ts'

/** Ways in without a password. A passkey alone has its own "or", because it is hidden without scripts. */
export const otherWays = (visit: Visit, flow: Flow): Html | undefined => {
  const links = providerLinks(visit, flow)
  if (links.length === 0) return passkeyEntry(visit, [orLine(visit)])
  return html`${orLine(visit)}${passkeyEntry(visit)}${links}`
}

/** The same for people who have no account yet. */
export const providerWays = (visit: Visit, flow: Flow): Html | undefined => {
  const links = providerLinks(visit, flow)
  return links.length > 0 ? html`${orLine(visit)}${links}` : undefined
}

const orLine = ({ words }: Visit): Html => html`<p class="or">${words.signIn.or}</p>`

const providerLinks = (visit: Visit, { parameters }: Flow): Html[] => {
  const { deps, words, at } = visit
  return [...providersOf(deps).values()].map(
    ({ id, name }) =>
      html`<a class="button plain" href="${at(paths.provider, { ...parameters, provider: id })}">${words.signIn.provider(name)}${lastMark(visit, id)}</a>`,
  )
}
