import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Html } from '../../platform/html.ts'

const code = readFileSync(new URL('assets/page-script.js', import.meta.url), 'utf8')
const hash = createHash('sha256').update(code).digest('base64')

/**
 * The one script of the pages. What is typed as a password can be shown, and need not be repeated then.
 * A form with `data-passkey` has a browser make or find a passkey, and is then sent like any
 * other. Where passkeys cannot be used it stays hidden, as it does without scripts, and `data-without-passkeys` is read.
 * It goes behind the forms, whose `hidden` it takes away.
 */
export const pageScript: { markup: Html; policy: string } = {
  markup: { markup: `<script>${code}</script>` },
  policy: `'sha256-${hash}'`,
}
