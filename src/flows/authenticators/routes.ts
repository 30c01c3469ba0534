import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { firstAuthenticatorName } from '../../credentials/totp/enrol.ts'
import type { Deps } from '../../deps.ts'
import { optional } from '../../platform/exact.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { beginAuthenticator } from './begin.ts'
import { confirmAuthenticator } from './confirm.ts'
import { removeAuthenticator } from './remove.ts'
import { rename } from './rename.ts'
import { showAuthenticators } from './shown.ts'

type Owned = { Params: { id: string } }
type OneOwned = { Params: { id: string; authenticatorId: string } }

// what stands in it is the owner's word, shown to nobody else: no control characters, and no more than a line
const nameField = () =>
  vine
    .string()
    .trim()
    .minLength(1)
    .maxLength(64)
    .regex(/^[^\p{C}]*$/u)

const beginBody = vine.create({ name: optional(nameField()), replaces: optional(vine.string().uuid()) })
const confirmBody = vine.create({ code: vine.string().regex(/^[0-9]{6}$/) })
const nameBody = vine.create({ name: nameField() })

const path = '/users/:id/authenticators'

export const authenticatorRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get<Owned>(
      path,
      documented({
        summary: 'The authenticator apps of an account, oldest first.',
        answers: { 200: ['At most five.', 'Authenticator[]'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        return showAuthenticators(deps, userId)
      },
    )

    app.post<Owned>(
      path,
      documented({
        summary: 'Start to set up another authenticator app.',
        description:
          'Two-factor authentication has to be on. Those that work keep working; with `replaces`, that one is removed when the new one is confirmed. The body may be absent.',
        body: beginBody.toJSONSchema(),
        isBodyOptional: true,
        answers: {
          201: ['The secret, returned only once. Confirm it within ten minutes.', 'Enrolment'],
          400: ['Two-factor authentication is off, or the body is malformed.', 'Refusal'],
          403: ['The proof of identity is too old.', 'ReauthenticationRequired'],
          409: ['There are five already.', 'Refusal'],
        },
        refusals: [401, 404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { name = firstAuthenticatorName, replaces } = await readBody(beginBody, request.body)
        const asked = { name, replaces }
        return reply.code(201).send(await beginAuthenticator(deps, bearer, asked, clientOf(deps, request)))
      },
    )

    app.patch<Owned>(
      path,
      documented({
        summary: 'Confirm the new authenticator app with a code.',
        body: confirmBody.toJSONSchema(),
        answers: {
          200: ['It was added, or has taken the place of the one it replaces.', 'Authenticator'],
          400: ['Nothing was started, the code is wrong, or two-factor authentication is off.', 'Refusal'],
          409: ['There are five already.', 'Refusal'],
        },
        refusals: [401, 404, 422, 429],
        secured: true,
      }),
      async (request) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { code } = await readBody(confirmBody, request.body)
        return confirmAuthenticator(deps, bearer, code, clientOf(deps, request))
      },
    )

    app.patch<OneOwned>(
      `${path}/:authenticatorId`,
      documented({
        summary: 'Rename an authenticator app.',
        body: nameBody.toJSONSchema(),
        answers: { 200: ['Its new name.', 'Authenticator'] },
        refusals: [401, 404, 422],
        secured: true,
      }),
      async (request) => {
        const { id, authenticatorId } = request.params
        const { userId } = await authenticateOwner(deps, bearerOf(request), id)
        const { name } = await readBody(nameBody, request.body)
        return rename(deps, userId, { id: authenticatorId, name })
      },
    )

    app.delete<OneOwned>(
      `${path}/:authenticatorId`,
      documented({
        summary: 'Remove an authenticator app.',
        description: 'The last one is removed with `DELETE /users/{id}/settings/2fa`.',
        answers: {
          204: ['It no longer works.'],
          403: ['The proof of identity is too old.', 'ReauthenticationRequired'],
          409: ['It is the last one.', 'Refusal'],
        },
        refusals: [401, 404, 429],
        secured: true,
      }),
      async (request, reply) => {
        const { id, authenticatorId } = request.params
        const bearer = await authenticateOwner(deps, bearerOf(request), id)
        await removeAuthenticator(deps, bearer, authenticatorId, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
