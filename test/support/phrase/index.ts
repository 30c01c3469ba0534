import vine from '@vinejs/vine'
import { endpoints } from '#platform/http/endpoint.ts'
import { authenticate } from '#sessions/authenticate.ts'
import { digestOf } from './credential.ts'
import { insertPhrase } from './queries.ts'

export const phrases = {
  tables: ['phrases'],
  spread: { phrases: 'user_id' },
  routes: endpoints((endpoint, deps) => {
    endpoint('PUT', '/auth/phrase', {
      summary: 'Sets a phrase.',
      body: vine.create({ phrase: vine.string() }),
      answers: { 204: ['It is set.'] },
      guard: authenticate,
      handle: async ({ who, body }) => {
        await insertPhrase(deps.db, who.userId, digestOf(body.phrase))
      },
    })
  }),
}
