import { askForProof } from '#flows/second-factor/passkeys/ask.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { passkeyForm } from '../passkey-form.ts'
import { scriptNote } from './need-script.ts'
import { ownerOf } from './owner.ts'
import type { Ways } from './ways.ts'

type Ask = {
  /** Another form, below. */
  other: Html | undefined
  look?: string
  /** The action of the form. */
  act?: string
  /** Its other fields. */
  fields?: readonly Html[]
  /** The id of the one to ask for. */
  only?: string | undefined
}

/** A form that proves by a passkey where the account has one, in front of any other. */
export const proveByPasskey = async (
  visit: Visit,
  { passkeys }: Ways,
  { other, look = '', act = 'passkey', fields = [], only }: Ask,
): Promise<Html | undefined> => {
  if (passkeys.length === 0) return other
  const { deps, words } = visit
  const { publicKey } = await askForProof(deps, await ownerOf(visit), only)
  const form = passkeyForm(visit, {
    kind: 'get',
    options: publicKey,
    act,
    fields,
    button: words.settings.passkeys.confirm,
    failed: words.passkey.failed,
    look,
  })
  return html`${form}
${other ? html`<p class="or">${words.signIn.or}</p>${other}` : scriptNote(words)}`
}
