import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bearerOf } from '../../http/bearer.ts'
import { readBody } from '../../http/body.ts'
import { clientOf } from '../../http/client.ts'
import { documented } from '../../http/operation.ts'
import { sendVerification } from '../../links/send-verification.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { emailField, withConfirmation } from '../../users/fields.ts'
import { forgotBody, forgotPassword } from '../forgot-password.ts'
import { findReset, newPasswordBody, resetPassword } from '../reset-password.ts'
import { verifyEmailAddress } from '../verify-email.ts'

type Owned = { Params: { id: string } }

const tokenBody = vine.create({ token: vine.string() })
const codeBody = vine.create({ email: emailField(), code: vine.string() })

/** What is done by mail: to prove an address, and to come back without a password. */
export const emailRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const resetBody = newPasswordBody(deps)

    app.post(
      '/auth/email/verify',
      documented({
        summary: 'Confirm an e-mail address.',
        description: 'With the `token` of the link that was mailed, or with the address and the code.',
        body: { oneOf: [tokenBody.toJSONSchema(), codeBody.toJSONSchema()] },
        answers: { 204: ['It is confirmed.'] },
        refusals: [401, 422, 429],
      }),
      async (request, reply) => {
        const isLink = Object(request.body).token !== undefined
        const proof = isLink
          ? await readBody(tokenBody, request.body)
          : await readBody(codeBody, request.body)
        await verifyEmailAddress(deps, proof, clientOf(deps, request))
        return reply.code(204).send()
      },
    )

    app.post(
      '/auth/password/forgot',
      documented({
        summary: 'Ask for a mail to replace a forgotten password.',
        body: forgotBody.toJSONSchema(),
        answers: { 202: ['If the address has an account, a mail is on its way.'] },
        refusals: [422, 429],
      }),
      async (request, reply) => {
        const { email } = await readBody(forgotBody, request.body)
        await forgotPassword(deps, email, clientOf(deps, request))
        return reply.code(202).send()
      },
    )

    app.post(
      '/auth/password/reset',
      documented({
        summary: 'Replace a forgotten password.',
        description: 'With the `token` of the link that was mailed. Ends all sessions, and signs nobody in.',
        body: withConfirmation(
          vine.create({ token: vine.string(), password: vine.string() }).toJSONSchema(),
          'passwordConfirmation',
        ),
        answers: { 204: ['It is replaced.'] },
        refusals: [401, 422],
      }),
      async (request, reply) => {
        const { token } = await readBody(tokenBody, request.body)
        const beside = await findReset(deps, token)
        const { password } = await readBody(resetBody, { ...Object(request.body), ...beside })
        await resetPassword(deps, token, password, clientOf(deps, request))
        return reply.code(204).send()
      },
    )

    app.post<Owned>(
      '/users/:id/email/verification',
      documented({
        summary: 'Send the mail again with which the address is confirmed.',
        answers: { 202: ['It is on its way; a link and a code that were mailed before are dead.'] },
        refusals: [401, 404, 409, 429],
        secured: true,
      }),
      async (request, reply) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        await sendVerification(deps, userId)
        return reply.code(202).send()
      },
    )
  }
