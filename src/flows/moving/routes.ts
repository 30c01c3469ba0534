import vine from '@vinejs/vine'
import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { optional } from '#platform/exact.ts'
import { readBody } from '#platform/http/body.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { actorOf } from '../operators/acts/actor-of.ts'
import { onConflicts } from './batch/plan.ts'
import { importPeople } from './import-people.ts'
import { peopleSchema } from './person-schema.ts'

const mostPeople = 100
const mostBytes = 256 * 1_024

const body = vine.create({
  people: vine.array(vine.any()).minLength(1).maxLength(mostPeople),
  onConflict: optional(vine.enum(onConflicts)),
})

export const movingRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/admin/users/import', {
    summary: 'Bring people here from another system.',
    description:
      'With their passwords, as that has hashed them. Each person is looked at by itself: the answer says what became of each, and nothing is sent by email. More than a few thousand are for `npx sallyport import`.',
    bodySchema: peopleSchema(mostPeople),
    bodyLimit: mostBytes,
    answers: { 200: ['What became of each, in their order.', 'ImportResults'] },
    refusals: [422],
    serviceGuard: requireScope('import'),
    handle: async ({ who, sent }) => {
      const { people, onConflict } = await readBody(body, sent)
      const actor = await actorOf(deps, who)
      const results = await importPeople(deps, people, { onConflict: onConflict ?? 'fail', actor })
      return { results: results.map(({ line: _, userId, ...result }) => ({ id: userId, ...result })) }
    },
  })
})
