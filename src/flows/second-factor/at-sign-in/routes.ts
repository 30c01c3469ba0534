import vine from '@vinejs/vine'
import type { EnrolledSignIn } from '#contract/wire.ts'
import { credentialNameField } from '#credentials/name-field.ts'
import { attestationField } from '#credentials/passkeys/answer.ts'
import type { Deps } from '#deps.ts'
import { optional } from '#platform/exact.ts'
import { readBody } from '#platform/http/body.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { propertiesOf } from '#platform/properties-of.ts'
import { pairOf } from '#sessions/pair.ts'
import { beginApp, confirmApp } from './app.ts'
import type { Enrolled } from './complete.ts'
import { beginFirstKey, confirmFirstKey } from './passkey.ts'

const challengeBody = vine.create({ challenge: vine.string() })
const passkeyBody = vine.create({
  challenge: vine.string(),
  credential: attestationField(),
  name: optional(credentialNameField()),
})

const codeBody = {
  type: 'object',
  properties: { challenge: { type: 'string' }, code: { type: 'string', pattern: '^\\d{6}$' } },
  required: ['challenge', 'code'],
}

const path = '/auth/two-factor/enrolment'

const withChallenge =
  'With the `challenge` of a sign-in or a registration that answered 403 `two_factor_enrolment_required`.'

/** For people who need a second factor before there is a session. */
export const enrolmentRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', path, {
    summary: 'Start to set up an authenticator app during a sign-in.',
    description: withChallenge,
    body: challengeBody,
    answers: { 201: ['The secret, returned only once; confirm it within ten minutes.', 'Enrolment'] },
    refusals: [401, 429],
    handle: ({ body: { challenge }, client }) => beginApp(deps, challenge, client),
  })

  endpoint('PATCH', path, {
    summary: 'Confirm the app with a code, and sign in.',
    description: `${withChallenge} At most five tries.`,
    bodySchema: codeBody,
    answers: {
      200: ['Two-factor authentication is on, and the sign-in complete.', 'EnrolledSignIn'],
      400: ['Nothing was started, or the code is wrong.', 'Refusal'],
    },
    refusals: [401, 422, 429],
    handle: async ({ sent, client }) => {
      const { challenge } = await readBody(challengeBody, sent)
      return signedIn(deps, await confirmApp(deps, { challenge, code: propertiesOf(sent).code }, client))
    },
  })

  endpoint('POST', `${path}/passkey`, {
    summary: 'Start to add a passkey as the second factor during a sign-in.',
    description: `${withChallenge} A security key without a PIN will do. 404 unless \`PUBLIC_URL\` is set.`,
    body: challengeBody,
    answers: {
      201: ['For `navigator.credentials.create()`. Confirm it within five minutes.', 'PasskeyCreation'],
    },
    refusals: [401, 404, 409, 429],
    handle: ({ body: { challenge }, client }) => beginFirstKey(deps, challenge, client),
  })

  endpoint('PATCH', `${path}/passkey`, {
    summary: 'Add the passkey that the browser has made, and sign in.',
    description: `${withChallenge} At most five tries.`,
    body: passkeyBody,
    answers: {
      200: ['Two-factor authentication is on, and the sign-in complete.', 'EnrolledSignIn'],
      400: ['Nothing was started, or it cannot be added.', 'Refusal'],
    },
    refusals: [401, 404, 409, 429],
    handle: async ({ body, client }) => signedIn(deps, await confirmFirstKey(deps, body, client)),
  })
})

const signedIn = (deps: Deps, { row, backup }: Enrolled): EnrolledSignIn => ({ ...pairOf(deps, row), backup })
