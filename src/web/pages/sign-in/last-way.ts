import { type Html, html } from '#platform/html.ts'
import { day } from '#platform/seconds.ts'
import type { Visit } from '../hosted-page.ts'

const rememberedSeconds = 180 * day

/** Remembers which way in was used last in this browser, and nothing of who used it. */
export const noteWay = ({ cookies }: Visit, [way]: readonly string[]): void => {
  if (way !== undefined) cookies.write('way', way, rememberedSeconds)
}

/** A mark on the button of that way. The form for a password needs none: it comes first anyway. */
export const lastMark = ({ cookies, words }: Visit, way: string): Html | undefined =>
  cookies.read('way') === way ? html` <small>(${words.signIn.lastUsed})</small>` : undefined
