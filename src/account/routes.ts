import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../deps.ts'
import { bearerOf } from '../http/bearer.ts'
import { documented } from '../http/operation.ts'
import { authenticate, authenticateOwner } from '../sessions/authenticate.ts'
import { showAccount } from './show.ts'

export const accountRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/users/me',
      documented({
        summary: 'The account that the access token belongs to.',
        answers: { 200: ['The account.', 'Account'] },
        refusals: [401],
        secured: true,
      }),
      async (request) => showAccount(deps, await authenticate(deps, bearerOf(request))),
    )

    app.get<{ Params: { id: string } }>(
      '/users/:id',
      documented({
        summary: 'An account, for its owner.',
        answers: { 200: ['The account.', 'Account'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) =>
        showAccount(deps, await authenticateOwner(deps, bearerOf(request), request.params.id)),
    )
  }
