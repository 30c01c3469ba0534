import vine from '@vinejs/vine'
import { credentialNameField } from '#credentials/name-field.ts'
import { attestationField } from '#credentials/passkeys/answer.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { needRelyingParty, relatedOrigins } from '#credentials/passkeys/relying-party.ts'
import { shownPasskey } from '#credentials/passkeys/shown.ts'
import type { Deps } from '#deps.ts'
import { unauthorized } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { authenticate, authenticateOwner } from '#sessions/authenticate.ts'
import { alongFields, alongOf } from '#sessions/proof/along.ts'
import { addPasskey } from './add.ts'
import { askForProof, askForSecondStep, askToSignIn } from './ask.ts'
import { beginPasskey } from './begin.ts'
import { changePasskey } from './change.ts'
import { removePasskey } from './remove.ts'
import { readSignals } from './signals.ts'

const askBody = vine.create({
  challenge: optional(vine.string()),
  purpose: optional(vine.literal('proof')),
  passkeyId: optional(vine.string()),
})
const beginBody = vine.create({ asSecondFactor: optional(vine.boolean({ strict: true })), ...alongFields() })
const addBody = vine.create({ credential: attestationField(), name: optional(credentialNameField()) })
const changeBody = vine.create({
  name: optional(credentialNameField()),
  asSecondFactor: optional(vine.boolean({ strict: true })),
  ...alongFields(),
})
const removeBody = vine.create(alongFields())

const path = '/users/:id/passkeys'

const wrongFactor = [
  'No valid access token, or the code or the passkey is wrong.',
  'Refusal | WrongCode',
] as const
const tooLittle = [
  'It takes a second factor along, or a proof of identity is too old.',
  'FactorRequired | ReauthenticationRequired',
] as const

/** Without passkeys, these do not exist. */
const owner = (deps: Deps, token: string, params: { id: string }) => {
  needRelyingParty(deps)
  return authenticateOwner(deps, token, params)
}

export const passkeyRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/auth/passkeys/challenge', {
    summary: 'What to ask a passkey for.',
    description:
      'To sign in; with the `challenge` of a sign-in that waits for its second factor, for that; with an access token and `purpose: "proof"`, to prove an identity again, by the one of `passkeyId` if it says so. Answered once, within five minutes. 404 unless `PUBLIC_URL` is set.',
    body: askBody,
    isBodyOptional: true,
    answers: {
      200: ['For `navigator.credentials.get()`.', 'PasskeyRequest'],
      400: ['The body is malformed, or the account has no passkey for that.', 'Refusal'],
      401: ['No valid access token, or the sign-in has expired.', 'Refusal'],
    },
    refusals: [404, 429],
    guard: (deps, token) => authenticate(deps, token),
    isGuardOptional: true,
    handle: ({ who, body: { challenge, purpose, passkeyId } }) => {
      needRelyingParty(deps)
      if (challenge !== undefined) return askForSecondStep(deps, challenge)
      if (purpose === undefined) return Promise.resolve(askToSignIn(deps))
      if (!who) throw unauthorized()
      return askForProof(deps, who, passkeyId)
    },
  })

  endpoint('GET', '/.well-known/webauthn', {
    summary: 'Which other sites may ask for passkeys of this service.',
    description: 'For browsers (WebAuthn level 3, §5.11).',
    answers: { 200: ['Those of `PASSKEY_ORIGINS`, and its own.', 'RelatedOrigins'] },
    refusals: [404],
    handle: async () => ({ origins: relatedOrigins(deps) }),
  })

  endpoint('GET', path, {
    summary: 'The passkeys and security keys of an account, oldest first.',
    answers: { 200: ['At most 20.', 'Passkey[]'] },
    guard: owner,
    handle: async ({ who }) => (await listPasskeys(deps.db, who.userId)).map(shownPasskey),
  })

  endpoint('GET', `${path}/signals`, {
    summary: 'What to tell a browser of the account’s passkeys.',
    description:
      'After a sign-in, a removal or a change of the address: the browser then offers no passkey that was removed, and shows the present address (WebAuthn level 3, §5.1.10).',
    answers: {
      200: [
        'For `PublicKeyCredential.signalAllAcceptedCredentials()` and `signalCurrentUserDetails()`.',
        'PasskeySignals',
      ],
    },
    guard: owner,
    handle: async ({ who }) => {
      const signals = await readSignals(deps, who)
      if (!signals) throw unauthorized()
      return signals
    },
  })

  endpoint('POST', path, {
    summary: 'Start to add a passkey.',
    description:
      'With `asSecondFactor`, it is asked for after a password, and a security key without a PIN will do. Otherwise it signs in by itself, and proves both factors. While two-factor authentication is on, it takes a second factor along: a `code`, or `method: "passkey"` and its `credential`; a passkey that signs in is also asked for where this turns it on.',
    body: beginBody,
    isBodyOptional: true,
    answers: {
      201: ['For `navigator.credentials.create()`. Confirm it within five minutes.', 'PasskeyCreation'],
      401: wrongFactor,
      403: tooLittle,
    },
    refusals: [409, 429],
    guard: owner,
    handle: ({ who, body: { asSecondFactor = false, ...along }, client }) =>
      beginPasskey(deps, who, { asSecondFactor, along: alongOf(along) }, client),
  })

  endpoint('PUT', path, {
    summary: 'Add the passkey that the browser has made.',
    description:
      'If it is the first second factor, two-factor authentication is on, and other sessions have ended.',
    body: addBody,
    answers: {
      201: ['It works, and its backup codes are returned only once.', 'AddedPasskey'],
      400: ['Nothing was started, or it cannot be added.', 'Refusal'],
    },
    refusals: [409],
    guard: owner,
    handle: ({ who, body, client }) => addPasskey(deps, who, body, client),
  })

  endpoint('PATCH', `${path}/:passkeyId`, {
    summary: 'Rename a passkey, or make it a second factor or none.',
    description:
      'A change of `asSecondFactor` takes a recent proof of identity. To make it a second factor, or the last one none, takes a second factor along, and this very passkey for the first one.',
    body: changeBody,
    answers: {
      200: ['As it is now.', 'ChangedPasskey'],
      401: wrongFactor,
      403: tooLittle,
      409: ['It is the last second factor, and the account needs one.', 'Refusal'],
    },
    refusals: [429],
    guard: owner,
    handle: ({ who, params: { passkeyId: id }, body: { name, asSecondFactor, ...along }, client }) =>
      changePasskey(deps, who, { id, name, asSecondFactor, along: alongOf(along) }, client),
  })

  endpoint('DELETE', `${path}/:passkeyId`, {
    summary: 'Remove a passkey.',
    description:
      'The last second factor takes two-factor authentication with it, and one is sent along: a `code`, or `method: "passkey"` and its `credential`. Otherwise the body may be absent.',
    body: removeBody,
    isBodyOptional: true,
    answers: {
      204: ['It no longer works, and the other sessions that passkeys opened have ended.'],
      401: wrongFactor,
      403: tooLittle,
      409: ['It is the last way in, or the last second factor of an account that needs one.', 'Refusal'],
    },
    refusals: [429],
    guard: owner,
    handle: ({ who, params: { passkeyId: id }, body, client }) =>
      removePasskey(deps, who, { id, along: alongOf(body) }, client),
  })
})
