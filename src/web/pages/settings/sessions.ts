import vine from '@vinejs/vine'
import type { Session } from '#contract/wire.ts'
import { forgetDevice } from '#flows/trusted-devices/forget.ts'
import { listTrustedDevices } from '#flows/trusted-devices/list.ts'
import { deviceOf } from '#messages/mail/device.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { endOtherSessions, endOwnSession, signOutEverywhere } from '#sessions/end.ts'
import { listSessions } from '#sessions/list.ts'
import { forgetVisit } from '../forget-visit.ts'
import { buttonForm } from '../forms.ts'
import { act, type Visit } from '../hosted-page.ts'
import { ownFields } from '../own-fields.ts'
import { paths } from '../paths.ts'
import { deviceList } from './device-list.ts'
import { settingsView, withNews } from './frame.ts'
import { furtherLinks } from './further.ts'
import { iconOf } from './icons.ts'
import { meansOf } from './means.ts'
import { timeTag } from './moment.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

const atOnce = 10

export const sessionsPage = ownPage({
  path: paths.sessions,
  summary: 'Where somebody is signed in.',
  query: { news: 'What was done.', from: 'How many sessions to skip.' },
  reads: (runner, claimed, { deps: { config } }) =>
    Promise.all([listSessions({ db: runner }, claimed), listTrustedDevices({ db: runner, config }, claimed)]),

  view: (visit, again, [all, devices]) => {
    const { words, query, at } = visit
    const texts = words.settings.sessions
    const others = all.filter(({ current }) => !current)
    const from = Number(/^[0-9]{1,3}$/.exec(query.from ?? '')?.[0] ?? 0)
    const shown = [...all.filter(({ current }) => current), ...others].slice(from, from + atOnce)
    const hasMore = all.length > from + atOnce
    return settingsView(visit, again, {
      title: words.settings.sections.sessions,
      section: 'sessions',
      content: html`<p>${texts.lead}</p>
<form method="post">${ownFields(visit)}<input type="hidden" name="act" value="end">
<ul class="list">${shown.map((session) => item(visit, session))}</ul></form>
${furtherLinks([
  [texts.first, from > 0 ? at(paths.sessions) : undefined],
  [texts.more, hasMore ? at(paths.sessions, { from: String(from + atOnce) }) : undefined],
])}
${deviceList(visit, devices)}
<h2>${texts.others}</h2>
${others.length > 0 ? buttonForm(visit, texts.endOthers, { act: 'end-others', look: 'plain' }) : undefined}
<p>${texts.everywhereLead}</p>
${buttonForm(visit, texts.everywhere, { act: 'end-all', look: 'danger' })}`,
    })
  },

  acts: {
    end: act({
      body: () => vine.create({ id: vine.string() }),
      run: async (visit, { id }) => {
        const { deps, client } = visit
        await endOwnSession(deps, await ownerOf(visit), id, client).catch(orEnded)
        return withNews(visit, paths.sessions, 'session-ended')
      },
    }),
    forget: act({
      body: () => vine.create({ id: vine.string() }),
      run: async (visit, { id }) => {
        const { deps, client } = visit
        await forgetDevice(deps, await ownerOf(visit), id, client).catch(orEnded)
        return withNews(visit, paths.sessions, 'device-forgotten')
      },
    }),
    'end-others': act({
      run: async (visit) => {
        await endOtherSessions(visit.deps, await ownerOf(visit), visit.client)
        return withNews(visit, paths.sessions, 'sessions-ended')
      },
    }),
    'end-all': act({
      run: async ({ deps, client, cookies, at, visitor }) => {
        const owner = await visitor()
        if (owner) await signOutEverywhere(deps, owner.userId, client)
        forgetVisit({ cookies })
        return { to: at(paths.signIn, { news: 'signed-out' }) }
      },
    }),
  },
})

// pressed twice
const orEnded = (error: unknown) => {
  if (!isRefusedAs(error, 'not_found')) throw error
}

const item = (visit: Visit, session: Session): Html => {
  const { words } = visit
  const texts = words.settings.sessions
  const { id, current, kind, userAgent, ip, methods, createdAt, lastUsedAt } = session
  const device = deviceOf(userAgent ?? '', words.language) ?? texts.unknownDevice
  const openers: Readonly<Record<string, string>> = { page: texts.page, console: texts.console }
  const what = current ? texts.current : (openers[kind] ?? texts.application)
  const button = html`<button class="plain small" name="id" value="${id}" aria-label="${texts.end(device)}">${texts.endShort}</button>`
  return html`<li class="row">${iconOf(userAgent ?? '')}<div><p><b>${device}</b> · ${what}</p>
<p class="soft">${texts.by(meansOf(visit, methods), ip)}<br>${texts.since} ${timeTag(visit, createdAt)}, ${texts.lastUsed} ${timeTag(visit, lastUsedAt)}</p></div>${current ? undefined : button}</li>`
}
