import { type CodeMethod, codeMethods } from '#credentials/index.ts'
import type { FactorWays } from '#flows/sign-in/second-step/factor-ways.ts'
import { type Html, html } from '#platform/html.ts'
import { codeField } from '../code-field.ts'
import { inputs, problemNote } from '../forms.ts'
import type { Again, Visit } from '../hosted-page.ts'
import { passkeyForm } from '../passkey-form.ts'
import type { PageWords } from '../words.ts'

type Around = {
  /** The address of this page for another kind of code. */
  toOther: (method: CodeMethod) => string
  /** What each form has beside its answer. @param id one of its own for each form */
  box?: (id?: string) => Html | undefined
}

/** The forms of a second step: a passkey before a code. */
export const stepForms = (visit: Visit, again: Again, ways: FactorWays, { toOther, box }: Around): Html => {
  const { words } = visit
  const method = codeMethodOf(visit, ways)
  const fields = [codeField(words, method)]
  const others = codeMethods.filter((other) => other !== method && ways.methods.includes(other))
  return html`${problemNote(words, again, fields)}
${passkeyFirst(visit, ways, box?.('trustDeviceByPasskey'))}
<p>${codeTextsOf(words, method).lead}</p>
<form method="post">
${inputs(visit, fields, again)}
${box?.()}
<button type="submit"${ways.passkey && html` class="plain"`}>${words.secondStep.button}</button>
</form>
${others.map((other) => html`<p><a href="${toOther(other)}">${codeTextsOf(words, other).use}</a></p>`)}`
}

/** As chosen, or the first available. */
export const codeMethodOf = ({ query }: Visit, ways: FactorWays | undefined): CodeMethod =>
  codeMethods.find((method) => method === query.method) ??
  codeMethods.find((method) => ways?.methods.includes(method)) ??
  'backup_code'

const passkeyFirst = (visit: Visit, { passkey }: FactorWays, box: Html | undefined): Html | undefined =>
  passkey &&
  html`${passkeyForm(visit, {
    kind: 'get',
    options: passkey.publicKey,
    act: 'passkey',
    button: visit.words.secondStep.usePasskey,
    failed: visit.words.passkey.failed,
    fields: box ? [box] : [],
  })}
<p class="or">${visit.words.signIn.or}</p>`

/** A kind of code without words of its own is called by its name. */
const codeTextsOf = ({ secondStep, fields }: PageWords, method: string) => {
  const texts: Readonly<Record<string, { lead: string; use: string }>> = secondStep.codes
  return texts[method] ?? { lead: fields.code, use: method }
}
