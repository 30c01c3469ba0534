import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { passwordField } from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { optional } from '../../platform/exact.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { deleteAccount } from '../closing/delete.ts'
import { exportAccount } from './export.ts'
import { listOwnEvents } from './list-events.ts'
import { listOwnMails } from './list-mails.ts'
import type { PageAsked } from './page.ts'
import { showAccount, showOwnAccount } from './show.ts'

type Owned = { Params: { id: string } }

const deletionBody = vine.create({ password: optional(passwordField()) })

const path = '/users/:id'

export const accountRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/users/me',
      documented({
        summary: 'The account of the access token.',
        answers: { 200: ['The account.', 'Account'] },
        refusals: [401],
        secured: true,
      }),
      async (request) => showOwnAccount(deps, bearerOf(request)),
    )

    app.get<Owned>(
      path,
      documented({
        summary: 'An account, as seen by its owner.',
        answers: { 200: ['The account.', 'Account'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => showAccount(deps, bearerOf(request), request.params.id),
    )

    app.get<Owned & { Querystring: PageAsked }>(
      `${path}/events`,
      documented({
        summary: 'What happened to an account, newest first.',
        query: { limit: 'How many, 1 to 100; 50 by default.', cursor: 'The `next` of the previous page.' },
        answers: { 200: ['A page of events.', 'EventPage'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        return listOwnEvents(deps, userId, request.query)
      },
    )

    app.get<Owned & { Querystring: PageAsked }>(
      `${path}/mails`,
      documented({
        summary: 'Emails to an account within about a week, newest first.',
        query: { limit: 'How many, 1 to 100; 50 by default.', cursor: 'The `next` of the previous page.' },
        answers: { 200: ['A page of emails.', 'MailPage'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        return listOwnMails(deps, userId, request.query)
      },
    )

    app.get<Owned>(
      `${path}/export`,
      documented({
        summary: 'Everything the service holds about a person.',
        description:
          'Includes the newest thousand events and emails; `nextEvents` and `nextMails` lead to older ones.',
        answers: { 200: ['Everything except secrets and their digests.', 'AccountExport'] },
        refusals: [401, 404, 429],
        secured: true,
      }),
      async (request) =>
        exportAccount(deps, await authenticateOwner(deps, bearerOf(request), request.params.id)),
    )

    app.delete<Owned>(
      path,
      documented({
        summary: 'Close an account.',
        description:
          'Ends all sessions. The body may be absent; `password` renews a proof of identity older than 15 minutes.',
        body: deletionBody.toJSONSchema(),
        isBodyOptional: true,
        answers: {
          202: ['It will be deleted after the grace period unless its owner signs in.', 'AccountDeletion'],
          204: ['It is deleted.'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [401, 404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { password } = await readBody(deletionBody, request.body)
        const deletion = await deleteAccount(deps, bearer, password, clientOf(deps, request))
        return deletion ? reply.code(202).send(deletion) : reply.code(204).send()
      },
    )
  }
