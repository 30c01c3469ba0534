import type { FieldError } from '../../../contract/wire.ts'
import type { Client, Deps } from '../../deps.ts'
import { minuteOf } from '../../messages/mail/minute.ts'
import type { BodyShape } from '../../platform/exact.ts'
import { type Html, html } from '../../platform/html.ts'
import { type Field, inputOf } from './fields.ts'
import { paragraphs } from './page.ts'

/** What somebody filled in. */
export type Filled = { password?: string | undefined }

export type FormOf = {
  fields: readonly Field[]
  body(deps: Deps): BodyShape<Filled>
  /** What else the rules need to know. @throws when the link no longer works */
  beside(deps: Deps, token: string): Promise<object>
}

/** The page behind a mailed link. It says what will happen; only its button does it. */
export type LinkPage = {
  path: string
  summary: string
  ask: { title: string; lead: readonly string[]; button: string }
  form?: FormOf
  done: { title: string; lead: readonly string[] }
  /** Until when the link works, if it still does. Spends nothing, because mail scanners open every link. */
  goodUntil(deps: Deps, token: string): Promise<Date | undefined>
  /** What the button does. @throws when the link no longer works */
  act(deps: Deps, token: string, client: Client, filled: Filled): Promise<unknown>
}

// the action drops the query, so that the token leaves the address bar
export const askingForm = (
  { ask, form }: LinkPage,
  token: string,
  until: Date | undefined,
  problems: readonly FieldError[] = [],
): Html => html`${paragraphs(ask.lead)}
${problems.filter(({ field }) => !hasField(form, field)).map(({ message }) => html`<p class="bad" role="alert">${message}.</p>`)}
<form method="post" action="?">
<input type="hidden" name="token" value="${token}">
${(form?.fields ?? []).map((field) => inputOf(field, problems))}
<button type="submit">${ask.button}</button>
</form>
${until && html`<p class="soft">This link works once, until ${minuteOf(until)}.</p>`}`

const hasField = (form: FormOf | undefined, field: string) => form?.fields.some(({ name }) => name === field)
