import vine from '@vinejs/vine'
import { factorMethods } from '../../credentials/index.ts'
import { passwordField } from '../../credentials/password/fields.ts'
import { optional } from '../../platform/exact.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { propertiesOf } from '../../platform/properties-of.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { beginEnrolment } from './begin.ts'
import { confirmEnrolment } from './confirm.ts'
import { disableTwoFactor } from './disable.ts'
import { renewBackupCodes } from './renew-codes.ts'
import { showTwoFactor } from './show.ts'

const beginBody = vine.create({ password: optional(passwordField()) })

const bothFactorsBody = vine.create({
  code: vine.string(),
  method: optional(vine.enum(factorMethods)),
  password: optional(passwordField()),
})

const confirmBody = {
  type: 'object',
  properties: { code: { type: 'string', pattern: '^\\d{6}$' } },
  required: ['code'],
}

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
    description: 'The body may be absent; `password` renews a proof of identity older than 15 minutes.',
    body: beginBody,
    isBodyOptional: true,
    answers: {
      201: ['The secret, returned only once; confirm it within ten minutes.', 'Enrolment'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body, client }) => beginEnrolment(deps, who, body, client),
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
    handle: ({ who, sent, client }) => confirmEnrolment(deps, who, propertiesOf(sent).code, client),
  })

  endpoint('DELETE', path, {
    summary: 'Turn off two-factor authentication.',
    body: bothFactorsBody,
    answers: {
      204: ['Two-factor authentication is off.'],
      401: ['No valid access token, or the code is wrong.', 'Refusal | WrongCode'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body: { method = 'totp', ...body }, client }) =>
      disableTwoFactor(deps, who, { method, ...body }, client),
  })

  endpoint('POST', `${path}/backup-codes`, {
    summary: 'Generate new backup codes; the old ones no longer work.',
    body: bothFactorsBody,
    answers: {
      200: ['Ten codes, returned only once.', 'BackupCodes'],
      401: ['No valid access token, or the code is wrong.', 'Refusal | WrongCode'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body: { method = 'totp', ...body }, client }) =>
      renewBackupCodes(deps, who, { method, ...body }, client),
  })
})
