import vine from '@vinejs/vine'
import { findAccount } from '../../accounts/users/queries/users.ts'
import { withConfirmation } from '../../credentials/password/fields.ts'
import { forgotPasswordPath } from '../../messages/mail/link.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { documented } from '../../platform/http/operation.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { changePassword, passwordChangeBody } from './change.ts'
import { forgotBody, forgotPassword } from './forgot.ts'
import { findReset, newPasswordBody, resetPassword } from './reset.ts'

const tokenBody = vine.create({ token: vine.string() })
const documentedReset = vine.create({ token: vine.string(), password: vine.string() })

export const passwordRoutes = endpoints((endpoint, deps, app) => {
  const passwordBody = passwordChangeBody(deps)
  const resetBody = newPasswordBody(deps)

  endpoint('PUT', '/users/:id/password', {
    summary: 'Change the password, or set the first one.',
    description:
      'Ends the other sessions. People without a password, who signed up with a provider, leave out `currentPassword`.',
    bodySchema: withConfirmation(passwordBody.toJSONSchema(), 'passwordConfirmation'),
    answers: {
      204: ['The password is changed.'],
      401: ['No valid access token, or the current password is wrong.', 'Refusal'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [422, 429],
    guard: authenticateOwner,
    handle: async ({ who, sent, client }) => {
      const account = await findAccount(deps.db, who.userId)
      // the new password has to differ from the address
      const body = await readBody(passwordBody, { ...Object(sent), email: account?.email })
      return changePassword(deps, who, body, client)
    },
  })

  endpoint('POST', '/auth/password/forgot', {
    summary: 'Request an email to set a new password.',
    body: forgotBody,
    answers: { 202: ['If the address has an account, an email is on its way.'] },
    refusals: [429],
    handle: ({ body: { email }, client }) => forgotPassword(deps, email, client),
  })

  endpoint('POST', '/auth/password/reset', {
    summary: 'Set a new password.',
    description: 'With the `token` of the emailed link. Ends all sessions and signs nobody in.',
    bodySchema: withConfirmation(documentedReset.toJSONSchema(), 'passwordConfirmation'),
    answers: { 204: ['The new password is set.'] },
    refusals: [401, 422],
    handle: async ({ sent, client }) => {
      const { token } = await readBody(tokenBody, sent)
      const beside = await findReset(deps, token)
      const { password } = await readBody(resetBody, { ...Object(sent), ...beside })
      return resetPassword(deps, token, password, client)
    },
  })

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
})
