import { isRefusedAs, type Refused } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { type Again, untouched, type Visit } from './hosted-page.ts'
import { ownFields } from './own-fields.ts'

export type Field = {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: string
  value?: string
  isOptional?: boolean
  /** A repetition against typing errors: needless if a script can show the input. */
  isAgain?: boolean
  /** Below the label. */
  hint?: string
  isCode?: boolean
  /** Typed on a telephone's number keys. */
  isNumeric?: boolean
  /** The message for a refusal that is about this field. */
  blamedBy?: (refused: Refused) => string | undefined
}

/** For password managers: whose password the form contains. */
export const usernameField = (email: string): Html =>
  html`<input hidden type="text" name="username" autocomplete="username" value="${email}">`

/** A text for everybody, read out by screen readers as it appears. */
export const goodNews = (text: string): Html => html`<p class="note good" role="status">${text}</p>`

/** The fault of the form as a whole. It gets the focus, unless a field has it. */
export const problemNote = (
  words: Visit['words'],
  { typed, problems, refused }: Again,
  fields: readonly Field[],
): Html | undefined => {
  const others = problems.filter(({ field }) => !fields.some(({ name }) => name === field))
  const isBlamed = refused && fields.some(({ blamedBy }) => blamedBy?.(refused) !== undefined)
  const texts = [
    ...(refused && !isBlamed ? [refusalText(words, refused, typed)] : []),
    ...others.map((problem) => words.problem(problem)),
  ]
  if (texts.length === 0) return
  return html`<div class="note bad" id="problem" role="alert" tabindex="-1" autofocus>${texts.map((text) => html`${text} `)}</div>`
}

// people who used a passkey have mistyped nothing
const refusalText = (words: Visit['words'], refused: Refused, { credential }: Again['typed']): string =>
  credential !== undefined && isRefusedAs(refused, 'invalid_credentials')
    ? words.passkey.refused
    : words.refused(refused)

/** The fields of a form, with earlier input and faults. The cursor is in the first faulty or empty one. */
export const inputs = (visit: Visit, fields: readonly Field[], again: Again): Html => {
  const { words } = visit
  const { typed, problems, refused } = again
  const problemOf = ({ name, blamedBy }: Field): string | undefined => {
    const problem = problems.find(({ field }) => field === name)
    return problem ? words.problem(problem) : refused && blamedBy?.(refused)
  }
  const firstEmpty = again === untouched ? fields.find(({ value }) => !value) : undefined
  const first = fields.find(problemOf) ?? firstEmpty
  const all = fields.map((field) =>
    input(
      words,
      { ...field, value: field.value === '' ? '' : (typed[field.name] ?? field.value ?? '') },
      problemOf(field),
      field === first,
    ),
  )
  return html`${all}${ownFields(visit)}`
}

const input = (
  words: Visit['words'],
  { name, label, type, autocomplete, value, isOptional, isAgain, hint, isCode, isNumeric }: Field,
  problem: string | undefined,
  hasFocus: boolean,
): Html => {
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const again = isAgain ? html` class="again"` : undefined
  const field = html`<input id="${name}" name="${name}" type="${typeOf(type)}"${type === 'email' ? html` inputmode="email"` : undefined} autocomplete="${autocomplete}"${unmended(type)}${isCode ? html` class="code"` : undefined}${isNumeric ? html` inputmode="numeric"` : undefined}${type === 'password' ? again : html` value="${value ?? ''}"`}${isOptional ? undefined : html` required`}${described ? html` aria-describedby="${described}"` : undefined}${problem && html` aria-invalid="true"`}${hasFocus ? html` autofocus` : undefined}>`
  return html`<label for="${name}"${again}>${label}${isOptional ? ` (${words.optional})` : undefined}</label>
${hint ? html`<p class="soft" id="${name}-hint">${hint}</p>` : undefined}
${type === 'password' && !isAgain ? html`<div class="hides" data-show="${words.show}" data-hide="${words.hide}">${field}</div>` : field}
${problem && html`<p class="wrong" id="${name}-problem">${problem}</p>`}`
}

// by its own rule, a browser sends no address with letters beyond ASCII (HTML §4.10.5.1.5), and mail has them (RFC 6532)
const typeOf = (type: Field['type']): string => (type === 'email' ? 'text' : type)

// names and codes must not be autocorrected
const unmended = (type: Field['type']): Html | undefined =>
  type === 'password' ? undefined : html` autocapitalize="none" spellcheck="false"`

/** A form's hidden fields. */
export const hidden = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

type Button = {
  act?: string
  fields?: Record<string, string>
  look?: string
  /** The page that it belongs to, if that is another one. */
  to?: string
}

/** A form with one button, which may name the page's act. */
export const buttonForm = (
  visit: Visit,
  label: string,
  { act, fields = {}, look = '', to }: Button = {},
): Html =>
  html`<form method="post"${to === undefined ? undefined : html` action="${to}"`}>${ownFields(visit)}${hidden(fields)}<button type="submit"${act ? html` name="act" value="${act}"` : undefined}${look ? html` class="${look}"` : undefined}>${label}</button></form>`
