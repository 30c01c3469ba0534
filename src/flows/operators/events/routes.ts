import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { pageQuery } from '../../account/page.ts'
import { searchAllEvents } from './search-events.ts'

export const eventSearchRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/admin/events', {
    summary: 'Search what happened to all accounts, newest first.',
    description:
      'What operators did to no account is left to `GET /admin/acts`. With `network`, a page may have fewer than asked for, while there is a `next` one.',
    query: {
      type: 'Only events of this type, such as `sign_in.refused`.',
      network:
        'Only what came from there: an IP address, or a network of at least 24 bits (IPv6: 48), such as `203.0.113.0/24`.',
      after: 'A day or an instant, from which on it happened.',
      before: 'The same: before which it happened.',
      ...pageQuery,
    },
    answers: { 200: ['A page of events.', 'AdminEventPage'] },
    serviceGuard: requireScope('users:read'),
    handle: ({ query }) => searchAllEvents(deps, query),
  })
})
