import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../deps.ts'
import { bearerOf } from '../http/bearer.ts'
import { documented } from '../http/operation.ts'
import { showAccount, showOwnAccount } from './show.ts'

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
      async (request) => showOwnAccount(deps, bearerOf(request)),
    )

    app.get<{ Params: { id: string } }>(
      '/users/:id',
      documented({
        summary: 'An account, for its owner.',
        answers: { 200: ['The account.', 'Account'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => showAccount(deps, bearerOf(request), request.params.id),
    )
  }
