import { type Html, html } from '#platform/html.ts'
import { goodNews } from '../forms.ts'
import type { Visit } from '../hosted-page.ts'

/** Whether the sign-in page appears for a reason that only it has words for. */
export const hasReason = ({ query }: Visit): boolean => query.error !== undefined || query.news !== undefined

/** Why the page appears unrequested. */
export const newsOf = ({ query, words, deps }: Visit): Html | undefined => {
  const { providerFailed, signedOut, expired, private: isPrivate } = words.signIn
  if (query.error !== undefined) {
    // a provider's code does not reveal which
    const error = query.error === 'access_denied' && isRestricted(deps) ? 'registration_closed' : query.error
    const text = Object.hasOwn(providerFailed, error)
      ? providerFailed[error as keyof typeof providerFailed]
      : providerFailed.server_error
    return html`<p class="note bad" role="alert">${text}</p>`
  }
  if (query.news === 'signed-out') return goodNews(signedOut)
  if (query.news === 'expired') return html`<p class="note bad" role="alert">${expired}</p>`
  if (query.news === 'factor-on') return goodNews(words.enrolment.isOn)
  return query.next === undefined ? undefined : html`<p>${isPrivate}</p>`
}

const isRestricted = ({ config }: Visit['deps']) =>
  config.registration !== 'open' || config.registrationDomains.length > 0
