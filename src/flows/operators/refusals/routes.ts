import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { isUuid } from '#platform/crypto/id.ts'
import { orNotFound } from '#platform/errors.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { requireUser } from '../directory/require-user.ts'
import { explainRequest, refusalsOf, waitsOf } from './explain.ts'

const path = '/admin/users/:userId'

export const refusalRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', `${path}/refusals`, {
    summary: 'What was refused to somebody, and why.',
    description: 'Of 30 days, the latest first, at most 100. Written a second after the answer.',
    answers: { 200: ['Each with what refused it.', 'AdminRefusal[]'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params }) => refusalsOf(deps, (await requireUser(deps, params.userId)).id),
  })

  endpoint('GET', `${path}/waits`, {
    summary: 'Which waits an account has now, and when they end.',
    description: 'Those of client addresses, which many people may share, are not among them.',
    answers: { 200: ['By what is counted.', 'AdminWait[]'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params }) => waitsOf(deps, (await requireUser(deps, params.userId)).id),
  })

  endpoint('GET', '/admin/refusals/:requestId', {
    summary: 'Why a request was refused.',
    description:
      'By the `X-Request-Id` of its answer. If it is about an account, it is kept for 30 days, otherwise for three. Of a flood, the first and the last are found; all are in the log.',
    answers: { 200: ['What refused it.', 'AdminRefusal'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params: { requestId } }) =>
      orNotFound(isUuid(requestId) ? await explainRequest(deps, requestId) : undefined),
  })
})
