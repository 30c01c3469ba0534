import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../deps.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { keysOf } from '../../platform/keys-of.ts'
import type { Grant } from './grants/grant.ts'
import { grants } from './grants/index.ts'

type GrantType = keyof typeof grants

const grantTypes = keysOf(grants)
const grantTypeBody = vine.create({ grant_type: vine.enum(grantTypes) })

export const signInRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.post(
      '/auth/token',
      documented({
        summary: 'Sign in, or refresh a pair of tokens.',
        body: { oneOf: grantTypes.map(shapeOf) },
        answers: {
          200: ['Login succeeded.', 'TokenPair'],
          401: ['The credentials, the challenge or the code are invalid.', 'Refusal | WrongCode'],
          403: [
            'A second factor is required, or the address has to be confirmed first.',
            'TwoFactorRequired | EmailUnverified',
          ],
        },
        refusals: [422, 429],
      }),
      async (request) => {
        const { grant_type } = await readBody(grantTypeBody, request.body)
        const grant = grants[grant_type] as Grant<unknown>
        return grant.exchange(deps, await readBody(grant.body, request.body), clientOf(deps, request))
      },
    )
  }

const shapeOf = (grantType: GrantType) => {
  const { properties, required = [] } = grants[grantType].body.toJSONSchema()
  return {
    title: grantType,
    type: 'object',
    properties: { grant_type: { const: grantType }, ...properties },
    required: ['grant_type', ...required],
  }
}
