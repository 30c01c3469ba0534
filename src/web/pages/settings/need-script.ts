import { type Html, html } from '#platform/html.ts'
import type { PageWords } from '../words.ts'

/** For people whose browser has no passkeys. The script removes it. */
export const scriptNote = ({ settings }: PageWords): Html =>
  html`<p class="note bad" data-without-passkeys>${settings.passkeys.needScript}</p>`
