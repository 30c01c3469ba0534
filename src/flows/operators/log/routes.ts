import { listServiceKeys } from '#credentials/service-keys/queries.ts'
import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { revokeServiceKey } from '#credentials/service-keys/revoke.ts'
import { isId } from '#platform/crypto/id.ts'
import { notFound, orNotFound } from '#platform/errors.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { pageQuery } from '../../account/page.ts'
import { actorOf } from '../acts/actor-of.ts'
import { showOperators } from '../staff/list.ts'
import { listOperatorsActs } from './list-acts.ts'
import { shownKey } from './shown.ts'

export const oversightRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/admin/acts', {
    summary: 'What operators did, and why, newest first.',
    query: { key: 'Only what was done with this service key, by its id.', ...pageQuery },
    answers: { 200: ['A page of acts.', 'ActPage'] },
    serviceGuard: requireScope('acts:read'),
    handle: ({ query }) => listOperatorsActs(deps, query),
  })

  endpoint('GET', '/admin/operators', {
    summary: 'Who may use the console.',
    description: 'Only the command line makes operators, so that none can make another.',
    answers: { 200: ['Those who were granted it first before others.', 'ConsoleOperator[]'] },
    serviceGuard: requireScope('acts:read'),
    handle: () => showOperators(deps),
  })

  endpoint('GET', '/admin/keys', {
    summary: 'Service keys, the newest first.',
    description: 'Without their secrets. Only the command line makes keys, so that none can make another.',
    answers: { 200: ['All of them, also what has expired within 90 days.', 'ServiceKey[]'] },
    serviceGuard: requireScope('keys:revoke'),
    handle: async () => (await listServiceKeys(deps.db)).map(shownKey),
  })

  endpoint('DELETE', '/admin/keys/:keyId', {
    summary: 'Revoke a service key.',
    description: 'From then on, no process accepts it.',
    answers: { 204: ['It is revoked.'] },
    serviceGuard: requireScope('keys:revoke'),
    handle: async ({ who, params: { keyId } }) => {
      const actor = await actorOf(deps, who)
      if (!isId(keyId)) throw notFound()
      orNotFound(await revokeServiceKey(deps, keyId, actor))
    },
  })
})
