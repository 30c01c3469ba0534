import type { ServiceKey } from '#contract/admin.ts'
import { listServiceKeys } from '#credentials/service-keys/queries.ts'
import { revokeServiceKey } from '#credentials/service-keys/revoke.ts'
import { shownKey } from '#flows/operators/log/shown.ts'
import { orNotFound } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { actPage } from '../acts/act-page.ts'
import type { ConsoleActs } from '../acts/console-act.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { minuteOrNever, minuteTag } from '../moments.ts'
import { buttonLink, listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'

export const keysPage = consolePage({
  path: consolePaths.keys,
  summary: 'Service keys, the newest first.',
  query: { done: 'What was done.' },
  scope: 'keys:revoke',

  view: async (visit, again) => {
    const { words, deps } = visit
    const keys = (await listServiceKeys(deps.db)).map(shownKey)
    return consoleView(visit, again, {
      title: words.console.sections.keys,
      section: 'keys',
      content: html`<p>${words.console.keys.lead}</p>
${listOfRows(
  visit,
  keys.map((key) => keyRow(visit, key)),
)}`,
    })
  },
})

const isUsable = ({ revokedAt, expiresAt }: ServiceKey, nowMs: number) =>
  revokedAt === null && Date.parse(expiresAt) > nowMs

const keyRow = (visit: Visit, key: ServiceKey): Html => {
  const { words, at, deps } = visit
  const texts = words.console.keys
  const { id, name, scopes, networks, lastUsedAt, revokedAt, expiresAt } = key
  const ends =
    revokedAt === null
      ? html`${texts.expires} ${minuteTag(visit, expiresAt)}`
      : html`${texts.revoked} ${minuteTag(visit, revokedAt)}`
  const label = words.console.acts['revoke-key'].title
  const to = at(consolePaths.keyAct, { id, act: 'revoke-key' })
  return listRow(
    html`<b><bdi>${saidByOthers(name)}</bdi></b> <code>${id}</code>`,
    html`${texts.scopes}: ${scopes.join(', ')}${networks.length > 0 ? html`<br>${texts.networks} ${networks.join(', ')}` : undefined}<br>${texts.lastUsed}: ${minuteOrNever(visit, lastUsedAt)} · ${ends}`,
    isUsable(key, deps.now()) ? buttonLink(to, label, `${label}: ${saidByOthers(name)}`) : undefined,
  )
}

const keyActs: ConsoleActs<ServiceKey> = {
  'revoke-key': {
    scope: 'keys:revoke',
    tells: 'operators',
    isDangerous: true,
    isDue: () => true,
    run: async (deps, { target, actor, reason }) => {
      orNotFound(await revokeServiceKey(deps, target.id, actor, reason))
      return undefined
    },
  },
}

export const keyActPage = actPage({
  path: consolePaths.keyAct,
  summary: 'Revokes a service key.',
  section: 'keys',
  acts: keyActs,
  find: async ({ deps, query }) => {
    const keys = (await listServiceKeys(deps.db)).map(shownKey)
    const key = orNotFound(keys.find(({ id }) => id === query.id))
    const { revokedAt, expiresAt } = key
    return { target: key, name: html`<bdi>${saidByOthers(key.name)}</bdi>`, state: { revokedAt, expiresAt } }
  },
  back: ({ at }, { done }) => at(consolePaths.keys, { done }),
})
