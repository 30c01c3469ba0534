import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../deps.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { beginReset } from './begin.ts'
import { requestReset } from './request.ts'
import { stopReset } from './stop.ts'

const challengeBody = vine.create({ challenge: vine.string() })
const tokenBody = vine.create({ token: vine.string() })

const path = '/auth/two-factor/reset'

/** How somebody who lost the second factor, and all backup codes, gets in again: after a while. */
export const twoFactorResetRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.post(
      path,
      documented({
        summary: 'Request an email to have a lost second factor removed.',
        description:
          'With the `challenge` of a sign-in whose first factor was right. Answers 404 if `TWO_FACTOR_RESET_HOURS` is 0.',
        body: challengeBody.toJSONSchema(),
        answers: { 202: ['An email is on its way; earlier links no longer work.'] },
        refusals: [401, 404, 422, 429],
      }),
      async (request, reply) => {
        const { challenge } = await readBody(challengeBody, request.body)
        await requestReset(deps, challenge, clientOf(deps, request))
        return reply.code(202).send()
      },
    )

    app.post(
      `${path}/confirm`,
      documented({
        summary: 'Start the waiting period for the removal of a second factor.',
        description:
          'With the `token` of the emailed link. The owner is notified every 24 hours. Proving the second factor, the link in those emails, and anything that ends all sessions stop it.',
        body: tokenBody.toJSONSchema(),
        answers: { 202: ['The waiting period has started.', 'TwoFactorRemoval'] },
        refusals: [401, 404, 422],
      }),
      async (request, reply) => {
        const { token } = await readBody(tokenBody, request.body)
        return reply.code(202).send(await beginReset(deps, token, clientOf(deps, request)))
      },
    )

    app.post(
      `${path}/cancel`,
      documented({
        summary: 'Stop the removal of a second factor.',
        description: 'With the `token` of the link in the emails that announce it.',
        body: tokenBody.toJSONSchema(),
        answers: { 204: ['The second factor stays.'] },
        refusals: [401, 422],
      }),
      async (request, reply) => {
        const { token } = await readBody(tokenBody, request.body)
        await stopReset(deps, token, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
