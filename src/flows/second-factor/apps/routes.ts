import vine from '@vinejs/vine'
import { credentialNameField } from '#credentials/name-field.ts'
import { typedCode } from '#credentials/totp/check-enrolment.ts'
import { firstAuthenticatorName } from '#credentials/totp/enrol.ts'
import { optional } from '#platform/exact.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { authenticateOwner } from '#sessions/authenticate.ts'
import { alongFields, alongOf } from '#sessions/proof/along.ts'
import { beginAuthenticator } from './begin.ts'
import { confirmAuthenticator } from './confirm.ts'
import { removeAuthenticator } from './remove.ts'
import { rename } from './rename.ts'
import { showAuthenticators } from './shown.ts'

const beginBody = vine.create({
  name: optional(credentialNameField()),
  replaces: optional(vine.string().uuid()),
  ...alongFields(),
})
const confirmBody = vine.create({
  code: vine
    .string()
    .parse(typedCode)
    .regex(/^[0-9]{6}$/),
})
const nameBody = vine.create({ name: credentialNameField() })

const path = '/users/:id/authenticators'

export const authenticatorRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', path, {
    summary: 'The authenticator apps of an account, oldest first.',
    answers: { 200: ['At most five.', 'Authenticator[]'] },
    guard: authenticateOwner,
    handle: ({ who }) => showAuthenticators(deps, who.userId),
  })

  endpoint('POST', path, {
    summary: 'Start to set up another authenticator app.',
    description:
      'Two-factor authentication has to be on. Those that work keep working; with `replaces`, that one is removed when the new one is confirmed. It takes a second factor along: a `code`, or `method: "passkey"` and its `credential`.',
    body: beginBody,
    isBodyOptional: true,
    answers: {
      201: ['The secret, returned only once. Confirm it within ten minutes.', 'Enrolment'],
      400: ['Two-factor authentication is off, or the body is malformed.', 'Refusal'],
      401: ['No valid access token, or the code or the passkey is wrong.', 'Refusal | WrongCode'],
      403: [
        'It takes a second factor along, or a proof of identity is too old.',
        'FactorRequired | ReauthenticationRequired',
      ],
      409: ['There are five already.', 'Refusal'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body: { name = firstAuthenticatorName, replaces, ...along }, client }) =>
      beginAuthenticator(deps, who, { name, replaces, along: alongOf(along) }, client),
  })

  endpoint('PATCH', path, {
    summary: 'Confirm the new authenticator app with a code.',
    body: confirmBody,
    answers: {
      200: ['It was added, or has taken the place of the one it replaces.', 'Authenticator'],
      400: ['Nothing was started, the code is wrong, or two-factor authentication is off.', 'Refusal'],
      409: ['There are five already.', 'Refusal'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body: { code }, client }) => confirmAuthenticator(deps, who, code, client),
  })

  endpoint('PATCH', `${path}/:authenticatorId`, {
    summary: 'Rename an authenticator app.',
    body: nameBody,
    answers: { 200: ['Its new name.', 'Authenticator'] },
    guard: authenticateOwner,
    handle: ({ who, params: { authenticatorId: id }, body: { name } }) =>
      rename(deps, who.userId, { id, name }),
  })

  endpoint('DELETE', `${path}/:authenticatorId`, {
    summary: 'Remove an authenticator app.',
    description: 'The last one is removed with `DELETE /users/{id}/settings/2fa`.',
    answers: {
      204: ['It no longer works.'],
      403: ['The proof of identity is too old.', 'ReauthenticationRequired'],
      409: ['It is the last one.', 'Refusal'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, params: { authenticatorId }, client }) =>
      removeAuthenticator(deps, who, authenticatorId, client),
  })
})
