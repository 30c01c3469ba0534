import vine from '@vinejs/vine'
import { endpoints } from '#platform/http/endpoint.ts'
import { listStaying } from './list.ts'
import { removeStaying } from './remove.ts'

const tokenBody = vine.create({ token: vine.string() })
const thingBody = vine.create({ token: vine.string(), kind: vine.string(), id: vine.string() })

const path = '/auth/staying'

/** For people who return through an emailed link, and may find a stranger's credentials. */
export const stayingRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', path, {
    summary: 'List what an emailed link leaves as it is.',
    description:
      'With the `token` of a link that sets a new password or undoes a change of address, before it is used: passkeys, providers, authenticator apps and sessions that would stay. The link is not used up.',
    body: tokenBody,
    answers: { 200: ['What would stay.', 'StayingThing[]'] },
    refusals: [401],
    handle: ({ body: { token } }) => listStaying(deps, token),
  })

  endpoint('POST', `${path}/remove`, {
    summary: 'Remove one of the things that an emailed link would leave.',
    description:
      'Sessions that it opened end. A passkey that is a second factor stays one, and no longer signs in by itself. The link is not used up.',
    body: thingBody,
    answers: { 204: ['It is removed.'] },
    refusals: [401, 404],
    handle: ({ body: { token, ...thing }, client }) => removeStaying(deps, token, thing, client),
  })
})
