import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { sendVerification } from '../../accounts/links/send-verification.ts'
import { emailField, passwordField } from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { optional } from '../../platform/exact.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { askForEmailChange } from './change.ts'
import { findUndo, undoBody, undoEmailChange } from './undo-change.ts'
import { verifyEmailAddress } from './verify.ts'

type Owned = { Params: { id: string } }

const tokenBody = vine.create({ token: vine.string() })
const codeBody = vine.create({ email: emailField(), code: vine.string() })
const changeBody = vine.create({ email: emailField(), password: optional(passwordField()) })

/** Which address an account has, and whether it is its owner's. */
export const emailRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const bodyOfUndo = undoBody(deps)

    app.post(
      '/auth/email/verify',
      documented({
        summary: 'Confirm an email address.',
        description:
          'With the `token` of the emailed link, or with the address and the code. A link sent to a new address completes the change.',
        body: { oneOf: [tokenBody.toJSONSchema(), codeBody.toJSONSchema()] },
        answers: { 204: ['The address is confirmed.'] },
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

    app.post<Owned>(
      '/users/:id/email/verification',
      documented({
        summary: 'Send the verification email again.',
        answers: { 202: ['The email is on its way; earlier links and codes no longer work.'] },
        refusals: [401, 404, 409, 429],
        secured: true,
      }),
      async (request, reply) => {
        const { userId } = await authenticateOwner(deps, bearerOf(request), request.params.id)
        await sendVerification(deps, userId)
        return reply.code(202).send()
      },
    )

    app.post<Owned>(
      '/users/:id/email',
      documented({
        summary: 'Request a change of email address.',
        description:
          'Nothing changes until the link sent there is confirmed, within an hour and while this session is active. `password` renews a proof of identity older than 15 minutes.',
        body: changeBody.toJSONSchema(),
        answers: {
          202: ['A link is on its way to the new address; earlier links no longer work.'],
          401: ['No valid access token, or the password is wrong.', 'Refusal'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const body = await readBody(changeBody, request.body)
        await askForEmailChange(deps, bearer, body, clientOf(deps, request))
        return reply.code(202).send()
      },
    )

    app.post(
      '/auth/email/undo',
      documented({
        summary: 'Undo a change of email address.',
        description:
          'With the `token` of the link sent to the former address, within seven days. Ends sessions opened since the change and removes what was set since. With a `password`, all sessions end; without one, a link to set it is emailed.',
        body: vine
          .create({
            token: vine.string(),
            password: optional(vine.string()),
            passwordConfirmation: optional(vine.string()),
          })
          .toJSONSchema(),
        answers: { 204: ['The former address is restored.'] },
        refusals: [401, 422],
      }),
      async (request, reply) => {
        const { token } = await readBody(tokenBody, request.body)
        const beside = await findUndo(deps, token)
        const { password } = await readBody(bodyOfUndo, { ...Object(request.body), ...beside })
        await undoEmailChange(deps, token, password, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
