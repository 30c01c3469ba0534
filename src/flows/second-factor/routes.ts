import vine from '@vinejs/vine'
import { codeMethods, factorMethods } from '../../credentials/index.ts'
import { assertionField } from '../../credentials/passkeys/answer.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import { exactFirstCode } from '../../credentials/totp/check-enrolment.ts'
import { type BodyShape, optional } from '../../platform/exact.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { propertiesOf } from '../../platform/properties-of.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { alongFields, alongOf } from '../../sessions/proof/along.ts'
import type { BothFactors } from '../../sessions/proof/both-factors.ts'
import { asTyped } from '../../sessions/proof/check-code.ts'
import { beginEnrolment } from './begin.ts'
import { confirmEnrolment } from './confirm.ts'
import { disableTwoFactor } from './disable.ts'
import { renewBackupCodes } from './renew-codes.ts'
import { showTwoFactor } from './show.ts'

const beginBody = vine.create({ password: optional(passwordField()), ...alongFields() })

const codeBody = vine.create({
  code: vine.string(),
  method: optional(vine.enum(codeMethods)),
  password: optional(passwordField()),
})
const passkeyBody = vine.create({
  method: vine.literal('passkey'),
  credential: assertionField(),
  password: optional(passwordField()),
})

type CodeBody = Awaited<ReturnType<typeof codeBody.validate>>
type PasskeyBody = Awaited<ReturnType<typeof passkeyBody.validate>>

/** A code of the app by default. */
const bothFactorsBody: BodyShape<CodeBody | PasskeyBody> = {
  validate: (data, options) =>
    propertiesOf(data).method === 'passkey'
      ? passkeyBody.validate(data, options)
      : codeBody.validate(data, options),
  toJSONSchema: () => ({
    type: 'object',
    properties: {
      ...codeBody.toJSONSchema().properties,
      ...passkeyBody.toJSONSchema().properties,
      method: { type: 'string', enum: factorMethods },
    },
  }),
}

const proofOf = (body: CodeBody | PasskeyBody): BothFactors =>
  'credential' in body ? body : { ...body, ...asTyped(body.code, body.method) }

const confirmBody = {
  type: 'object',
  properties: { code: { type: 'string', pattern: '^\\d{6}$' } },
  required: ['code'],
}

const bothFactors =
  'With a `code`, or with `method: "passkey"` and the `credential` that answers a challenge of `purpose: "proof"`.'

const path = '/users/:id/settings/2fa'

export const twoFactorRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', path, {
    summary: 'The two-factor settings of an account.',
    answers: { 200: ['The settings.', 'TwoFactorSettings'] },
    guard: authenticateOwner,
    handle: ({ who }) => showTwoFactor(deps, who.userId),
  })

  endpoint('POST', path, {
    summary: 'Start to set up two-factor authentication.',
    description:
      'The body may be absent, unless the account has a passkey that signs in: it is asked for, with `method: "passkey"` and its `credential`. `password` renews a proof of identity older than 15 minutes.',
    body: beginBody,
    isBodyOptional: true,
    answers: {
      201: ['The secret, returned only once; confirm it within ten minutes.', 'Enrolment'],
      403: [
        'It takes a passkey along, or a more recent proof of identity.',
        'FactorRequired | ReauthenticationRequired',
      ],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body, client }) => beginEnrolment(deps, who, alongOf(body), client),
  })

  endpoint('PATCH', path, {
    summary: 'Confirm two-factor authentication with a code and get the backup codes.',
    bodySchema: confirmBody,
    answers: {
      200: ['One-time password setup succeeded.', 'BackupCodes'],
      400: ['Error with the transmitted information.', 'Refusal'],
    },
    refusals: [429],
    guard: authenticateOwner,
    // published as `^\d{6}$`, so that only that is accepted here
    handle: ({ who, sent, client }) =>
      confirmEnrolment(deps, who, exactFirstCode(propertiesOf(sent).code), client),
  })

  endpoint('DELETE', path, {
    summary: 'Turn off two-factor authentication.',
    description: `Removes the passkeys that are a second factor, too. ${bothFactors}`,
    body: bothFactorsBody,
    answers: {
      204: ['Two-factor authentication is off.'],
      401: ['No valid access token, or the code or the passkey is wrong.', 'Refusal | WrongCode'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [409, 429],
    guard: authenticateOwner,
    handle: ({ who, body, client }) => disableTwoFactor(deps, who, proofOf(body), client),
  })

  endpoint('POST', `${path}/backup-codes`, {
    summary: 'Generate new backup codes; the old ones no longer work.',
    description: bothFactors,
    body: bothFactorsBody,
    answers: {
      200: ['Ten codes, returned only once.', 'BackupCodes'],
      401: ['No valid access token, or the code or the passkey is wrong.', 'Refusal | WrongCode'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body, client }) => renewBackupCodes(deps, who, proofOf(body), client),
  })
})
