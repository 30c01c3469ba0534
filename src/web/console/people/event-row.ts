import type { AccountEvent, EventActor } from '#contract/wire.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { minuteTag } from '../moments.ts'
import { listRow } from '../parts.ts'
import { saidByOthers } from '../words-of-others.ts'

/** What happened, by its name in the interface, which every language shares. */
export const eventRow = (
  visit: Visit,
  { type, outcome, at, ip, actor, reason, detail }: Omit<AccountEvent, 'id' | 'sessionId'>,
  button?: Html,
): Html => {
  const more = Object.keys(detail).length > 0 ? saidByOthers(JSON.stringify(detail)) : undefined
  return listRow(
    html`<code>${saidByOthers(type)}</code>${outcome === 'refused' ? html` · ${outcome}` : undefined}`,
    html`${minuteTag(visit, at)} · ${actorName(visit, actor)}${ip === null ? undefined : html` · <bdi>${saidByOthers(ip)}</bdi>`}${reason === null ? undefined : html`<br>${visit.words.console.reason}: <bdi>${saidByOthers(reason)}</bdi>`}${more === undefined ? undefined : html`<br><code>${more}</code>`}`,
    button,
  )
}

const actorName = ({ words }: Visit, { kind, id }: EventActor): Html => {
  const names: Readonly<Record<string, string>> = words.console.by
  const name = Object.hasOwn(names, kind) ? names[kind] : kind
  return html`${name}${id === null ? undefined : html` <code>${saidByOthers(id)}</code>`}`
}
