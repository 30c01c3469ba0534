import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { factorMethods } from '../../credentials/index.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { optional } from '../../platform/exact.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { propertiesOf } from '../../platform/properties-of.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { beginEnrolment } from './begin.ts'
import { confirmEnrolment } from './confirm.ts'
import { disableTwoFactor } from './disable.ts'
import { renewBackupCodes } from './renew-codes.ts'
import { showTwoFactor } from './show.ts'

type Owned = { Params: { id: string } }

const beginBody = vine.create({ password: optional(passwordField()) })

const bothFactorsBody = vine.create({
  code: vine.string(),
  method: optional(vine.enum(factorMethods)),
  password: optional(passwordField()),
})

const confirmBody = {
  type: 'object',
  properties: { code: { type: 'string', pattern: '^\\d{6}$' } },
  required: ['code'],
}

const path = '/users/:id/settings/2fa'

export const twoFactorRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.get<Owned>(
      path,
      documented({
        summary: 'The two-factor settings of an account.',
        answers: { 200: ['The settings.', 'TwoFactorSettings'] },
        refusals: [401, 404],
        secured: true,
      }),
      async (request) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        return showTwoFactor(deps, userId)
      },
    )

    app.post<Owned>(
      path,
      documented({
        summary: 'Start to set up two-factor authentication.',
        description: 'The body may be absent; `password` renews a proof of identity older than 15 minutes.',
        body: beginBody.toJSONSchema(),
        isBodyOptional: true,
        answers: {
          201: ['The secret, returned only once; confirm it within ten minutes.', 'Enrolment'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [401, 404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const body = await readBody(beginBody, request.body)
        return reply.code(201).send(await beginEnrolment(deps, bearer, body, clientOf(deps, request)))
      },
    )

    app.patch<Owned>(
      path,
      documented({
        summary: 'Confirm two-factor authentication with a code and get the backup codes.',
        body: confirmBody,
        answers: {
          200: ['One-time password setup succeeded.', 'BackupCodes'],
          400: ['Error with the transmitted information.', 'Refusal'],
        },
        refusals: [401, 404, 429],
        secured: true,
      }),
      async (request) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { code } = propertiesOf(request.body)
        return confirmEnrolment(deps, bearer, code, clientOf(deps, request))
      },
    )

    app.delete<Owned>(
      path,
      documented({
        summary: 'Turn off two-factor authentication.',
        body: bothFactorsBody.toJSONSchema(),
        answers: {
          204: ['Two-factor authentication is off.'],
          401: ['No valid access token, or the code is wrong.', 'Refusal | WrongCode'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { method = 'totp', ...body } = await readBody(bothFactorsBody, request.body)
        await disableTwoFactor(deps, bearer, { method, ...body }, clientOf(deps, request))
        return reply.code(204).send()
      },
    )

    app.post<Owned>(
      `${path}/backup-codes`,
      documented({
        summary: 'Generate new backup codes; the old ones no longer work.',
        body: bothFactorsBody.toJSONSchema(),
        answers: {
          200: ['Ten codes, returned only once.', 'BackupCodes'],
          401: ['No valid access token, or the code is wrong.', 'Refusal | WrongCode'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [404, 422, 429],
        secured: true,
      }),
      async (request) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const { method = 'totp', ...body } = await readBody(bothFactorsBody, request.body)
        return renewBackupCodes(deps, bearer, { method, ...body }, clientOf(deps, request))
      },
    )
  }
