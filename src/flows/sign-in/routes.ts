import vine from '@vinejs/vine'
import { emailField } from '../../credentials/password/fields.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { keysOf } from '../../platform/keys-of.ts'
import { askForEmailCode } from './email-code/ask.ts'
import type { Grant } from './grants/grant.ts'
import { grants } from './grants/index.ts'

type GrantType = keyof typeof grants

const grantTypes = keysOf(grants)
const emailCodeBody = vine.create({ email: emailField() })
const grantTypeBody = vine.create({ grant_type: vine.enum(grantTypes) })

export const signInRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/auth/token', {
    summary: 'Sign in, or refresh a pair of tokens.',
    description:
      'Passkeys are not found (404) unless `PUBLIC_URL` is set, nor mailed codes unless `EMAIL_SIGN_IN` is on.',
    bodySchema: { oneOf: grantTypes.flatMap(shapesOf) },
    answers: {
      200: ['Login succeeded.', 'CompletedSignIn'],
      401: ['The credentials, the challenge or the code are invalid.', 'Refusal | WrongCode'],
      403: [
        'A second factor is required, or has to be set up, or the address has to be confirmed first.',
        'TwoFactorRequired | TwoFactorEnrolmentRequired | EmailUnverified',
      ],
    },
    refusals: [404, 422, 429],
    handle: async ({ sent, client }) => {
      const { grant_type } = await readBody(grantTypeBody, sent)
      const grant = grants[grant_type] as Grant<unknown>
      return grant.exchange(deps, await readBody(grant.body, sent), client)
    },
  })

  endpoint('POST', '/auth/email-code', {
    summary: 'Request an email with a code to sign in.',
    description:
      'The code is typed where it was asked for, within ten minutes: `POST /auth/token` takes it with the `challenge` of this answer, which is the same whether or not the address has an account. Where registration is open, the code creates one. Not found (404) unless `EMAIL_SIGN_IN` is on.',
    body: emailCodeBody,
    answers: { 202: ['An email is on its way, if one may be sent.', 'EmailCodeChallenge'] },
    refusals: [404, 429],
    handle: ({ body: { email }, client }) => askForEmailCode(deps, email, client),
  })
})

const shapesOf = (grantType: GrantType) => {
  const { body } = grants[grantType]
  const shapes = 'branches' in body ? body.branches : [body]
  return shapes.map((shape) => {
    const { properties, required = [] } = shape.toJSONSchema() as ObjectSchema
    return {
      title: grantType,
      type: 'object',
      properties: { grant_type: { const: grantType }, ...properties },
      required: ['grant_type', ...required],
    }
  })
}

type ObjectSchema = { properties: object; required?: string[] }
