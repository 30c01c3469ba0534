import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import { findAccount } from '../../accounts/users/queries.ts'
import {
  confirmationField,
  newPasswordField,
  passwordField,
  withConfirmation,
} from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { forgotPasswordPath } from '../../messages/mail/link.ts'
import { optional } from '../../platform/exact.ts'
import { bearerOf } from '../../platform/http/bearer.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { changePassword } from './change.ts'
import { forgotBody, forgotPassword } from './forgot.ts'
import { findReset, newPasswordBody, resetPassword } from './reset.ts'

type Owned = { Params: { id: string } }

const tokenBody = vine.create({ token: vine.string() })

/** How a password is changed, by who knows it and by who does not. */
export const passwordRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const passwordBody = vine.create({
      currentPassword: optional(passwordField()),
      password: newPasswordField(deps.config),
      passwordConfirmation: confirmationField('password'),
    })
    const resetBody = newPasswordBody(deps)

    app.put<Owned>(
      '/users/:id/password',
      documented({
        summary: 'Change the password, or set the first one.',
        description:
          'Ends the other sessions. People without a password, who signed up with a provider, leave out `currentPassword`.',
        body: withConfirmation(passwordBody.toJSONSchema(), 'passwordConfirmation'),
        answers: {
          204: ['The password is changed.'],
          401: ['No valid access token, or the current password is wrong.', 'Refusal'],
          403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
        },
        refusals: [404, 422, 429],
        secured: true,
      }),
      async (request, reply) => {
        const bearer = await authenticateOwner(deps, bearerOf(request), request.params.id)
        const account = await findAccount(deps.db, bearer.userId)
        // the new password has to differ from the address
        const body = await readBody(passwordBody, { ...Object(request.body), email: account?.email })
        await changePassword(deps, bearer, body, clientOf(deps, request))
        return reply.code(204).send()
      },
    )

    app.post(
      '/auth/password/forgot',
      documented({
        summary: 'Request an email to set a new password.',
        body: forgotBody.toJSONSchema(),
        answers: { 202: ['If the address has an account, an email is on its way.'] },
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
        summary: 'Set a new password.',
        description: 'With the `token` of the emailed link. Ends all sessions and signs nobody in.',
        body: withConfirmation(
          vine.create({ token: vine.string(), password: vine.string() }).toJSONSchema(),
          'passwordConfirmation',
        ),
        answers: { 204: ['The new password is set.'] },
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

    app.get(
      '/.well-known/change-password',
      documented({
        summary: 'Where to change a password, for password managers.',
        answers: {
          302: ['To `CHANGE_PASSWORD_URL`, or the page that emails a link to set a new password.'],
        },
      }),
      async (_request, reply) => {
        const { changePasswordUrl, publicUrl = '' } = deps.config
        return reply.redirect(changePasswordUrl ?? publicUrl + forgotPasswordPath, 302)
      },
    )
  }
