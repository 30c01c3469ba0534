import { isRefusedAs, Refused } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import { hidden, inputs } from '../forms.ts'
import { type Again, type Typed, untouched, type Visit } from '../hosted-page.ts'
import type { View } from '../page.ts'
import { codeFields } from './both-factors.ts'
import { sectionOf, settingsView } from './frame.ts'
import { ownerOf } from './owner.ts'
import { proveByPasskey } from './prove-by-passkey.ts'
import { readWays } from './ways.ts'

/**
 * Asks for the second factor that an act requires, and sends the act again with it.
 * @param act the button that was pressed
 * @returns undefined if it was refused for something else
 */
export const askFactor = async (
  visit: Visit,
  act: string,
  typed: Typed,
  error: unknown,
): Promise<View | undefined> => {
  const isAsked = isRefusedAs(error, 'factor_required')
  if (!(error instanceof Refused) || !(isAsked || (typed.along && isAboutProof(error)))) return
  const { code, password: _, credential, along: __, ...others } = typed
  const again: Again = isAsked
    ? untouched
    : { typed: kept({ code, credential }), problems: [], refused: error }
  const owner = await ownerOf(visit)
  const ways = await readWays(visit.deps.db, owner, visit)
  const { settings } = visit.words
  const { title, lead, button } = settings.confirm
  const section = sectionOf(visit.path)
  const fields = await codeFields(visit, ways, again)
  const carried = hidden({ ...others, along: 'yes' })
  const other =
    fields.length === 0
      ? undefined
      : html`<form method="post">${inputs(visit, fields, again)}${carried}
<button type="submit" name="act" value="${act}">${button}</button></form>`
  const { passkeyId } = error.details
  const only = typeof passkeyId === 'string' ? passkeyId : undefined
  const view = settingsView(visit, again, {
    title,
    section,
    fields,
    hasScript: ways.passkeys.length > 0,
    content: html`<p>${lead(settings.sections[section])}</p>
${await proveByPasskey(visit, ways, { other, act, fields: carried, only })}
<p><a href="${visit.at(visit.path)}">${settings.cancel}</a></p>`,
  })
  // being asked is no refusal
  if (isAsked) return view
  const { status, headers } = error as Refused
  return { ...view, status, headers, isRefusal: true }
}

const isAboutProof = (error: Refused): boolean =>
  ['wrong_code', 'invalid_code', 'invalid_credentials', 'too_many_attempts'].includes(
    String(error.details.code),
  )

const kept = (typed: Readonly<Record<string, string | undefined>>): Typed =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
