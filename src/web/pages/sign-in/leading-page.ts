import { html } from '#platform/html.ts'
import type { Outcome, Visit } from '../hosted-page.ts'

/**
 * A page that redirects to an application without a script. An app's own scheme needs a click: without one, a browser
 * shows nothing.
 */
export const leadingPage = ({ words, deps }: Visit, title: string, to: string): Outcome => ({
  title,
  ...(/^https?:/.test(to) && { headers: { Refresh: `0; url=${to}` } }),
  content: html`<p>${words.onward.lead(deps.config.productName)}</p><p><a class="button" href="${to}">${words.onward.button}</a></p>`,
})
