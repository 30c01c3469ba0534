import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { providersOf } from '../../credentials/identities/providers/configured.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { optional } from '../../platform/exact.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { beginLink } from './begin.ts'
import { confirmLink } from './confirm.ts'
import { listLinked } from './list.ts'
import { unlink } from './unlink.ts'

type Owned = { Params: { id: string } }
type OneOwned = { Params: { id: string; provider: string } }

const beginBody = vine.create({
  redirect_uri: vine.string(),
  state: optional(vine.string()),
  code_challenge: optional(vine.string()),
  code_challenge_method: optional(vine.string()),
  password: optional(passwordField()),
})

const confirmBody = vine.create({ code: vine.string(), code_verifier: optional(vine.string()) })

const unlinkBody = vine.create({ password: optional(passwordField()) })

const path = '/users/:id/identities'

/** Who an account's owner is at other providers. */
export const identityRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const providers = providersOf(deps)
    app.get<Owned>(
      path,
      documented({
        summary: 'The identities linked to an account, oldest first.',
        answers: { 200: ['At most one of each provider.', 'LinkedIdentity[]'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        return listLinked(deps, userId)
      },
    )

    app.post<OneOwned>(
      `${path}/:provider`,
      documented({
        summary: 'Start to link a provider.',
        description: 'Send the browser to `url`. It returns to `redirect_uri` with a `code` to confirm.',
        body: beginBody.toJSONSchema(),
        answers: {
          201: ['Where to send the browser, within ten minutes.', 'LinkStart'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [401, 404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const provider = providers.get(request.params.provider)
        if (!provider) throw notFound()
        const body = await readBody(beginBody, request.body)
        return reply.code(201).send(await beginLink(deps, bearer, provider, body, clientOf(deps, request)))
      },
    )

    app.patch<OneOwned>(
      `${path}/:provider`,
      documented({
        summary: 'Confirm a link with the returned code.',
        body: confirmBody.toJSONSchema(),
        answers: {
          200: ['It is linked and can sign in.', 'LinkedIdentity'],
          403: [
            'A more recent proof of identity is required. The code still works.',
            'ReauthenticationRequired',
          ],
        },
        refusals: [401, 404, 409, 422],
        secured: true,
      }),
      async (request) => {
        const { id, provider } = request.params
        const bearer = await authenticateOwner(deps, bearerOf(request), id)
        const body = await readBody(confirmBody, request.body)
        return confirmLink(deps, bearer, provider, body, clientOf(deps, request))
      },
    )

    app.delete<OneOwned>(
      `${path}/:provider`,
      documented({
        summary: 'Unlink a provider.',
        description: 'The body may be absent; `password` renews a proof of identity older than 15 minutes.',
        body: unlinkBody.toJSONSchema(),
        isBodyOptional: true,
        answers: {
          204: ['It is unlinked, and the other sessions it opened have ended.'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [401, 404, 409, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const { id, provider } = request.params
        const bearer = await authenticateOwner(deps, bearerOf(request), id)
        const { password } = await readBody(unlinkBody, request.body)
        await unlink(deps, bearer, provider, password, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
