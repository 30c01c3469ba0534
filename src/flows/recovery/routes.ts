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
        summary: 'Ask for a mail to have a lost second factor removed.',
        description:
          'With the `challenge` of a sign-in whose first factor was right. Answers 404 where `TWO_FACTOR_RESET_HOURS` is 0.',
        body: challengeBody.toJSONSchema(),
        answers: { 202: ['A mail is on its way; a link that was mailed before is dead.'] },
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
        summary: 'Begin to wait until the second factor is removed.',
        description:
          'With the `token` of the link that was mailed. The owner is told every 24 hours; a second factor that is proven, the link in those mails, and whatever ends all sessions stop it.',
        body: tokenBody.toJSONSchema(),
        answers: { 202: ['It waits.', 'TwoFactorRemoval'] },
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
        summary: 'Keep a second factor that was to be removed.',
        description: 'With the `token` of the link in the mails that tell of it.',
        body: tokenBody.toJSONSchema(),
        answers: { 204: ['It stays.'] },
        refusals: [401, 422],
      }),
      async (request, reply) => {
        const { token } = await readBody(tokenBody, request.body)
        await stopReset(deps, token, clientOf(deps, request))
        return reply.code(204).send()
      },
    )
  }
