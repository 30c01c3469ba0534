import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { factorMethods } from '../../credentials/index.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticate } from '../authenticate.ts'
import { renewIdentityProof } from './renew.ts'

const methodBody = vine.create({ method: vine.enum(['password', ...factorMethods]) })
const passwordBody = vine.create({ method: vine.literal('password'), password: passwordField() })
const codeBody = vine.create({ method: vine.enum(factorMethods), code: vine.string() })

export const proofRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.post(
      '/auth/proof',
      documented({
        summary: 'Prove your identity again.',
        description:
          'For 15 minutes, the session can make requests that would otherwise answer 403 `reauthentication_required`. If the account has a second factor, that takes a code; a backup code is used up.',
        body: { oneOf: [passwordBody.toJSONSchema(), codeBody.toJSONSchema()] },
        answers: {
          204: ['The proof of identity is renewed.'],
          400: ['The body is malformed, or there is no second factor to prove.', 'Refusal'],
          401: ['No valid access token, or the password or the code is wrong.', 'Refusal | WrongCode'],
          403: ['Only a new sign-in proves both factors.', 'ReauthenticationRequired'],
        },
        refusals: [422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticate(deps, bearerOf(request))
        const { method } = await readBody(methodBody, request.body)
        const proof =
          method === 'password'
            ? await readBody(passwordBody, request.body)
            : await readBody(codeBody, request.body)
        await renewIdentityProof(deps, bearer, proof, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
