import { withConfirmation } from '../../credentials/password/fields.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { pairOf } from '../../sessions/pair.ts'
import { register, registrationBodyOf } from './register.ts'

export const registrationRoutes = endpoints((endpoint, deps) => {
  const registrationBody = registrationBodyOf(deps.config)

  endpoint('POST', '/auth/register', {
    summary: 'Create an account and sign in.',
    bodySchema: withConfirmation(registrationBody.toJSONSchema(), 'passwordConfirmation'),
    answers: {
      201: ['The account was created.', 'TokenPair'],
      403: [
        'New accounts cannot be created, or not with this address. Or the account was created, and needs a second factor before there is a session.',
        'TwoFactorEnrolmentRequired | Refusal',
      ],
    },
    refusals: [422, 429],
    handle: async ({ sent, client }) =>
      pairOf(deps, await register(deps, await readBody(registrationBody, sent), client)),
  })
})
