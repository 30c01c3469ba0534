import vine from '@vinejs/vine'
import { factorMethods } from '../../credentials/index.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { authenticate } from '../authenticate.ts'
import { renewIdentityProof } from './renew.ts'

const methodBody = vine.create({ method: vine.enum(['password', ...factorMethods]) })
const passwordBody = vine.create({ method: vine.literal('password'), password: passwordField() })
const codeBody = vine.create({ method: vine.enum(factorMethods), code: vine.string() })

export const proofRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/auth/proof', {
    summary: 'Prove your identity again.',
    description:
      'For 15 minutes, the session can make requests that would otherwise answer 403 `reauthentication_required`. If the account has a second factor, that takes a code; a backup code is used up.',
    bodySchema: { oneOf: [passwordBody.toJSONSchema(), codeBody.toJSONSchema()] },
    answers: {
      204: ['The proof of identity is renewed.'],
      400: ['The body is malformed, or there is no second factor to prove.', 'Refusal'],
      401: ['No valid access token, or the password or the code is wrong.', 'Refusal | WrongCode'],
      403: ['Only a new sign-in proves both factors.', 'ReauthenticationRequired'],
    },
    refusals: [422, 429],
    guard: authenticate,
    handle: async ({ who, sent, client }) => {
      const { method } = await readBody(methodBody, sent)
      const proof =
        method === 'password' ? await readBody(passwordBody, sent) : await readBody(codeBody, sent)
      return renewIdentityProof(deps, who, proof, client)
    },
  })
})
