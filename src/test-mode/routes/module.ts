import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Module } from '../../modules.ts'
import { type OwnInterface, Unanswered } from '../own-interface.ts'
import type { Parts } from '../parts.ts'
import { testProvider } from '../provider.ts'
import { issuerOf } from '../settings.ts'
import { deliverAll } from '../settle.ts'
import { fewAtOnce, together } from '../together.ts'
import { markPages } from './mark-pages.ts'
import { testOperations } from './operations.ts'
import { mountProvider } from './provider.ts'
import { spoilAnswers } from './spoil-answers.ts'

/** What test mode serves beside everything else. It has to be the first of the modules: its hooks are for all of them. */
export const testModule = (parts: Parts, beforeListening: () => Promise<void>): Module => ({
  routes: (deps) => {
    const mount = async (app: FastifyInstance) => {
      spoilAnswers(app, parts.weather)
      markPages(app)
      mountOperations(app, deps, parts)
      mountProvider(app, deps, testProvider(issuerOf(deps.config)))
      await beforeListening()
    }
    return Object.assign(mount, { [Symbol.for('skip-override')]: true })
  },
})

// a hundred at once would wait for one another's hashes until they are refused
const peopleAtOnce = 16

const mountOperations = (app: FastifyInstance, deps: Deps, parts: Parts) => {
  const ask = ownInterfaceOf(app)
  const deliver = together(() => deliverAll(deps))
  const given = { deps, parts, ask, deliver, inTurn: fewAtOnce(peopleAtOnce), alone: fewAtOnce(1) }
  for (const [name, operation] of Object.entries(testOperations)) {
    const [method = '', url = ''] = name.split(' ')
    app.route<{ Querystring: Record<string, unknown>; Params: Record<string, string> }>({
      method,
      url,
      handler: async ({ body, query, params }, reply) => {
        const asked = { body, query, params, gone: goneOf(reply) }
        try {
          const answer = await operation(given, asked)
          return answer === undefined ? reply.code(204).send() : answer
        } catch (error) {
          if (!(error instanceof Unanswered)) throw error
          return reply.code(error.answer.status).send(error.answer.body)
        }
      },
    })
  }
}

const ownInterfaceOf =
  (app: FastifyInstance): OwnInterface =>
  async (method, url, payload, token) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { statusCode: status, body } = await app.inject({ method, url, payload, headers })
    return { status, body: body === '' ? undefined : JSON.parse(body) }
  }

const goneOf = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
