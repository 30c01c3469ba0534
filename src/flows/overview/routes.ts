import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { showOverview } from './show-overview.ts'

export const overviewRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/admin/overview', {
    summary: 'How the service is doing.',
    description:
      'Sign-ins and refusals by hour, people by status, emails, webhooks, and what is not well. What is counted is counted up to a bound, so that it takes some milliseconds among millions.',
    answers: { 200: ['The numbers of this moment.', 'Overview'] },
    serviceGuard: requireScope('overview:read'),
    handle: () => showOverview(deps),
  })
})
