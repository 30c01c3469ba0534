import type { StayingThing } from '#contract/wire.ts'
import { listStaying } from '#flows/account/staying/list.ts'
import { deviceOf } from '#messages/mail/device.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { ownFields } from '../own-fields.ts'
import { appName } from '../settings/app-name.ts'
import { providerName } from '../settings/means.ts'
import { timeTag } from '../settings/moment.ts'

/** What stays after the page's own button was pressed, each with a button to remove it. */
export const stayingList = async (visit: Visit, token: string): Promise<Html | undefined> => {
  const things = await listStaying(visit.deps, token)
  if (things.length === 0) return
  const texts = visit.words.links.staying
  return html`<h2>${texts.title}</h2>
<p>${texts.lead}</p>
<ul class="list">${things.map((thing) => item(visit, thing))}</ul>`
}

const item = (visit: Visit, { kind, id, name, since, isRemovable }: StayingThing): Html => {
  const { words } = visit
  const texts = words.links.staying
  const shown =
    kind === 'identity'
      ? providerName(visit, id)
      : kind === 'session'
        ? (deviceOf(name ?? '', words.language) ?? words.settings.sessions.unknownDevice)
        : appName(words, name ?? '')
  const button = isRemovable
    ? html`<form method="post">${ownFields(visit)}<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="id" value="${id}"><button class="plain small" name="act" value="remove" aria-label="${texts.removeIt(shown)}">${texts.remove}</button></form>`
    : html`<span class="soft">${texts.secondFactor}</span>`
  return html`<li class="row"><div><p><b>${shown}</b> · ${texts.kinds[kind as keyof typeof texts.kinds]}</p>
<p class="soft">${texts.since} ${timeTag(visit, since)}</p></div>${button}</li>`
}
