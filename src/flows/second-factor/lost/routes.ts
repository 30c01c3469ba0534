import vine from '@vinejs/vine'
import { endpoints } from '#platform/http/endpoint.ts'
import { beginReset } from './begin.ts'
import { requestReset } from './request.ts'
import { stopReset } from './stop.ts'

const challengeBody = vine.create({ challenge: vine.string() })
const tokenBody = vine.create({ token: vine.string() })

const path = '/auth/two-factor/reset'

/** For people who have lost their second factor and all backup codes. */
export const twoFactorResetRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', path, {
    summary: 'Request an email to have a lost second factor removed.',
    description:
      'With the `challenge` of a sign-in whose first factor was right. Answers 404 if `TWO_FACTOR_RESET_HOURS` is 0.',
    body: challengeBody,
    answers: { 202: ['An email is on its way; earlier links no longer work.'] },
    refusals: [401, 404, 429],
    handle: ({ body: { challenge }, client }) => requestReset(deps, challenge, client),
  })

  endpoint('POST', `${path}/confirm`, {
    summary: 'Start the waiting period for the removal of a second factor.',
    description:
      'With the `token` of the emailed link. The owner is notified every 24 hours. Proving the second factor, the link in those emails, and a new password stop it.',
    body: tokenBody,
    answers: { 202: ['The waiting period has started.', 'TwoFactorRemoval'] },
    refusals: [401, 404],
    handle: ({ body: { token }, client }) => beginReset(deps, token, client),
  })

  endpoint('POST', `${path}/cancel`, {
    summary: 'Stop the removal of a second factor.',
    description: 'With the `token` of the link in the emails that announce it.',
    body: tokenBody,
    answers: { 204: ['The second factor stays.'] },
    refusals: [401],
    handle: ({ body: { token }, client }) => stopReset(deps, token, client),
  })
})
