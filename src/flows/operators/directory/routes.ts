import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { shownPasskey } from '#credentials/passkeys/shown.ts'
import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { listSessions } from '#sessions/list.ts'
import { listEventsOf } from '../../account/list-events.ts'
import { listOwnMails } from '../../account/list-mails.ts'
import { pageQuery } from '../../account/page.ts'
import { showAuthenticators } from '../../second-factor/apps/shown.ts'
import { listTrustedDevices } from '../../trusted-devices/list.ts'
import { findUsers } from './find.ts'
import { requireUser } from './require-user.ts'

const path = '/admin/users/:userId'

export const userDirectoryRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/admin/users', {
    summary: 'Find accounts.',
    description:
      'In the order of their addresses; by `status` or time of registration, the newest first. With `status`, a page may have fewer than asked for, while there is a `next` one.',
    query: {
      email:
        'A whole address, or at least three characters that addresses begin with; of an international domain, in ASCII (`xn--…`). Without it, all accounts.',
      externalId: 'Instead of `email`: what your application knows the person by. It is compared as it is.',
      status:
        'Instead of both: `blocked`, `unconfirmed` (the address), `closing` (going to be deleted) or `without-second-factor`.',
      registeredAfter: 'Alone or with `status`: a day or an instant, from which on they registered.',
      registeredBefore: 'The same: before which they registered.',
      ...pageQuery,
    },
    answers: { 200: ['A page of accounts.', 'AdminUserPage'] },
    refusals: [422],
    serviceGuard: requireScope('users:read'),
    handle: ({ query }) => findUsers(deps, query),
  })

  endpoint('GET', path, {
    summary: 'An account, as operators see it.',
    answers: { 200: ['The account.', 'AdminUser'] },
    serviceGuard: requireScope('users:read'),
    handle: ({ params }) => requireUser(deps, params.userId),
  })

  endpoint('GET', `${path}/events`, {
    summary: 'What happened to an account, newest first.',
    query: pageQuery,
    answers: { 200: ['A page of events.', 'EventPage'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params, query }) =>
      listEventsOf(deps, (await requireUser(deps, params.userId)).id, query, { isForOperators: true }),
  })

  endpoint('GET', `${path}/mails`, {
    summary: 'Emails to an account within about a week, newest first.',
    query: pageQuery,
    answers: { 200: ['A page of emails.', 'MailPage'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params, query }) =>
      listOwnMails(deps, (await requireUser(deps, params.userId)).id, query),
  })

  endpoint('GET', `${path}/sessions`, {
    summary: 'The sessions of an account that are active.',
    answers: { 200: ['The newest first.', 'Session[]'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params }) =>
      listSessions(deps, { userId: (await requireUser(deps, params.userId)).id, sessionId: '' }),
  })

  endpoint('GET', `${path}/trusted-devices`, {
    summary: 'The devices on which signing in to an account skips the second step.',
    answers: { 200: ['At most ten, the newest first.', 'TrustedDevice[]'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params }) =>
      listTrustedDevices(deps, { userId: (await requireUser(deps, params.userId)).id }),
  })

  endpoint('GET', `${path}/authenticators`, {
    summary: 'The authenticator apps of an account.',
    answers: { 200: ['The oldest first.', 'Authenticator[]'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params }) => showAuthenticators(deps, (await requireUser(deps, params.userId)).id),
  })

  endpoint('GET', `${path}/passkeys`, {
    summary: 'The passkeys of an account.',
    answers: { 200: ['At most 20.', 'Passkey[]'] },
    serviceGuard: requireScope('users:read'),
    handle: async ({ params }) => {
      const passkeys = await listPasskeys(deps.db, (await requireUser(deps, params.userId)).id)
      return passkeys.map(shownPasskey)
    },
  })
})
