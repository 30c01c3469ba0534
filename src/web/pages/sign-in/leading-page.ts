import type { PasskeySignals } from '#contract/wire.ts'
import { html } from '#platform/html.ts'
import type { Outcome, Visit } from '../hosted-page.ts'
import { tellBrowser } from '../passkey-signals.ts'

/**
 * A page that redirects to an application without a script. An app's own scheme needs a click: without one, a browser
 * shows nothing.
 */
export const leadingPage = (
  { words, deps }: Visit,
  { title, to, signals }: { title: string; to: string; signals?: PasskeySignals | undefined },
): Outcome => ({
  title,
  hasScript: signals !== undefined,
  ...(/^https?:/.test(to) && { headers: { Refresh: `0; url=${to}` } }),
  content: html`${tellBrowser(signals)}<p>${words.onward.lead(deps.config.productName)}</p><p><a class="button" href="${to}">${words.onward.button}</a></p>`,
})
