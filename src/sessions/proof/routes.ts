import vine from '@vinejs/vine'
import { codeMethods, factorMethods } from '../../credentials/index.ts'
import { assertionField } from '../../credentials/passkeys/answer.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import { bodyByMethod } from '../../platform/body-by-method.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { authenticateAwaiting } from '../authenticate.ts'
import { renewIdentityProof } from './renew.ts'

const byPassword = vine.create({ method: vine.literal('password'), password: passwordField() })
const byCode = vine.create({ method: vine.enum(codeMethods), code: vine.string() })
const byPasskey = vine.create({ method: vine.literal('passkey'), credential: assertionField() })

const proofBody = bodyByMethod(
  [
    [['password'], byPassword],
    [codeMethods, byCode],
    [['passkey'], byPasskey],
  ],
  vine.create({ method: vine.enum(['password', ...factorMethods]) }),
)

export const proofRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/auth/proof', {
    summary: 'Prove your identity again.',
    description:
      'For 15 minutes, the session can make requests that would otherwise answer 403 `reauthentication_required`. If the account has a second factor, that takes a code, or a passkey that verifies its owner; a backup code is used up.',
    body: proofBody,
    answers: {
      204: ['The proof of identity is renewed.'],
      400: ['The body is malformed, or there is no second factor to prove.', 'Refusal'],
      401: [
        'No valid access token, or the password, the code or the passkey is wrong.',
        'Refusal | WrongCode',
      ],
      403: ['Only a new sign-in proves both factors.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    // a change of the address takes it
    guard: authenticateAwaiting,
    isForAwaiting: true,
    handle: ({ who, body, client }) => renewIdentityProof(deps, who, body, client),
  })
})
