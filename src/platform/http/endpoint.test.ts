import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { endpoints } from './endpoint.ts'

test('an endpoint’s input has no accessors of its own, which would keep the request until a full collection', async () => {
  const app = fastify()
  let given: object = {}
  const routes = endpoints((endpoint) =>
    endpoint('GET', '/here', {
      summary: 'Here.',
      answers: { 204: ['It is.'] },
      handle: async (asked) => {
        given = asked
      },
    }),
  )
  await app.register(routes({} as never))
  assert.equal((await app.inject('/here')).statusCode, 204)
  const own = Object.getOwnPropertyDescriptors(given)
  assert.deepEqual(Object.keys(own).sort(), ['body', 'headers', 'params', 'peer', 'query', 'sent', 'who'])
  for (const [name, { get }] of Object.entries(own)) assert.equal(get, undefined, name)
})
