import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../deps.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import { clientOf } from '../platform/http/client.ts'
import { documented } from '../platform/http/operation.ts'
import { authenticate, authenticateOwner } from './authenticate.ts'
import { endOwnSession, signOut, signOutEverywhere } from './end.ts'
import { listSessions } from './list.ts'

type Owned = { Params: { id: string } }
type OneOwned = { Params: { id: string; sessionId: string } }

export const sessionRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.post(
      '/auth/logout',
      documented({
        summary: 'Sign out: end the session of the access token.',
        answers: { 204: ['The session has ended, and its tokens no longer work.'] },
        refusals: [401],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticate(deps, bearerOf(request))
        await signOut(deps, bearer, clientOf(deps, request))
        return reply.code(204).send()
      },
    )

    app.get<Owned>(
      '/users/:id/sessions',
      documented({
        summary: 'The active sessions of an account, newest first.',
        answers: { 200: ['At most 50 sessions.', 'Session[]'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        return listSessions(deps, bearer)
      },
    )

    app.delete<Owned>(
      '/users/:id/sessions',
      documented({
        summary: 'Sign out everywhere: end all sessions of an account, including the current one.',
        answers: { 204: ['All sessions have ended.'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request, reply) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        await signOutEverywhere(deps, userId, clientOf(deps, request))
        return reply.code(204).send()
      },
    )

    app.delete<OneOwned>(
      '/users/:id/sessions/:sessionId',
      documented({
        summary: 'End one session of an account.',
        answers: { 204: ['The session has ended.'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request, reply) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { sessionId } = request.params
        await endOwnSession(deps, { userId, sessionId }, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
