import { type Html, html } from '../../platform/html.ts'
import type { Visit } from './hosted-page.ts'
import { ownFields } from './own-fields.ts'

type PasskeyForm = {
  /** `get` finds one, `create` makes one. */
  kind: 'get' | 'create'
  options: object
  /** The same for a browser that makes one without being asked, where it can. */
  byItself?: object | undefined
  act: string
  button: string | Html
  /** Shown if the browser could not, or the person would not. */
  failed: string
  /** Shown if this device has one already. */
  known?: string
  look?: string
  /** Whether the browser offers it in the fields of the page, too (`autocomplete="username webauthn"`). */
  hasAutofill?: boolean
  /** Further fields. */
  fields?: readonly Html[]
}

/** A form that sends `credential`, hidden without passkeys. The page needs `hasScript`. */
export const passkeyForm = (
  visit: Visit,
  {
    kind,
    options,
    byItself,
    act,
    button,
    failed,
    known = failed,
    look = '',
    hasAutofill,
    fields = [],
  }: PasskeyForm,
): Html => html`
<form method="post" hidden data-passkey="${kind}" data-options="${JSON.stringify(options)}" data-failed="${failed}" data-known="${known}"${hasAutofill ? html` data-autofill` : undefined}${byItself && html` data-by-itself="${JSON.stringify(byItself)}"`}>
${ownFields(visit)}${fields}
<input type="hidden" name="credential">
<input type="hidden" name="act" value="${act}">
<button type="submit"${look ? html` class="${look}"` : undefined}>${button}</button>
<p class="wrong" role="alert"></p>
</form>`
