import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { pageQuery } from '../../account/page.ts'
import { actorOf } from '../acts/actor-of.ts'
import { reasonBody } from '../acts/bodies.ts'
import { listMailsOfAll } from './list-given-up.ts'
import { requireGivenUp, retryMail } from './retry.ts'

export const mailRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/admin/mails', {
    summary: 'Emails that were given up, newest first.',
    description:
      'To anybody, within a week: the mailbox does not exist (`refused`), or nobody took them for three days, or until their link stopped working (`expired`).',
    query: { state: '`given-up`.', ...pageQuery },
    answers: { 200: ['A page of emails.', 'AdminMailPage'] },
    serviceGuard: requireScope('users:read'),
    handle: ({ query }) => listMailsOfAll(deps, query),
  })

  endpoint('POST', '/admin/mails/:mailId/retry', {
    summary: 'Send an email again that was given up.',
    description:
      'Once what was wrong is mended. One with a link is tried for as long as that works, another for three days.',
    body: reasonBody,
    answers: {
      202: ['It is on its way.'],
      409: [
        'It was not given up, or is no longer of use: its link has been used, replaced, or has expired.',
        'Refusal',
      ],
    },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params: { mailId }, body: { reason } }) => {
      // before it is counted
      await requireGivenUp(deps, mailId)
      await retryMail(deps, mailId, { actor: await actorOf(deps, who), reason })
    },
  })
})
