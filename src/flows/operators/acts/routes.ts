import { requireScope } from '#credentials/service-keys/require-scope.ts'
import { notConfigured, notFound, orNotFound } from '#platform/errors.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import { exportedRows } from '../../account/export.ts'
import { requireUser } from '../directory/require-user.ts'
import { actorOf } from './actor-of.ts'
import {
  deletionBody,
  disablingBody,
  externalIdBody,
  invitationBody,
  readUntil,
  reasonBody,
} from './bodies.ts'
import { changeExternalId } from './change-external-id.ts'
import { deleteUserFor } from './delete.ts'
import { disableUser } from './disable.ts'
import { enableUser } from './enable.ts'
import { endSessionsOf } from './end-sessions.ts'
import { exportUser } from './export.ts'
import { invitePerson } from './invite.ts'
import { removeSecondFactorOf } from './remove-second-factor.ts'
import { sendReset } from './send-reset.ts'

const path = '/admin/users/:userId'

export const administrationRoutes = endpoints((endpoint, deps) => {
  endpoint('POST', '/admin/users', {
    summary: 'Invite a person.',
    description:
      'They get an email with a link, which works for 72 hours, and choose a password. Inviting an address again that was not taken up sends a new link.',
    body: invitationBody,
    answers: { 201: ['The person is invited.', 'AdminUser'] },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, body: { email, language } }) =>
      invitePerson(deps, email, await actorOf(deps, who), { language }),
  })

  endpoint('GET', `${path}/export`, {
    summary: 'Everything the service holds about a person.',
    description:
      'What the owner would get, who sees in the activity of the account that it was exported, and what operators see beside it. Includes the newest thousand events and emails; `nextEvents` and `nextMails` lead to older ones.',
    answers: { 200: ['Everything except secrets and their digests.', 'AdminExport'] },
    serviceGuard: requireScope('export'),
    handle: async ({ who, params }) => {
      const { id } = await requireUser(deps, params.userId)
      return orNotFound(await exportUser(deps, id, await actorOf(deps, who), exportedRows))
    },
  })

  endpoint('PUT', `${path}/disabled`, {
    summary: 'Block an account.',
    description:
      'For good, or until an instant. All sessions end at once. The owner gets the answers of a wrong password, is told by email, and does not learn the reason.',
    body: disablingBody,
    answers: { 204: ['It is blocked.'] },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params, body: { reason, until } }) => {
      const [{ id }, end] = [await requireUser(deps, params.userId), readUntil(until, deps.now())]
      const actor = await actorOf(deps, who)
      if (!(await disableUser(deps, id, { reason, until: end, actor }))) throw notFound()
    },
  })

  endpoint('DELETE', `${path}/disabled`, {
    summary: 'Unblock an account.',
    answers: { 204: ['It is not blocked.'] },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params }) => {
      const { id } = await requireUser(deps, params.userId)
      await enableUser(deps, id, { actor: await actorOf(deps, who) })
    },
  })

  endpoint('PUT', `${path}/external-id`, {
    summary: 'Set what your application knows a person by.',
    description:
      'Their account and the tokens of its sessions tell it from now on, and so do events. It is nobody else’s until it is removed.',
    body: externalIdBody,
    answers: {
      204: ['It is set.'],
      409: ['Another account has it.', 'Refusal'],
    },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params, body: { externalId } }) => {
      const { id } = await requireUser(deps, params.userId)
      const actor = await actorOf(deps, who)
      if (!(await changeExternalId(deps, id, { externalId, actor }))) throw notFound()
    },
  })

  endpoint('DELETE', `${path}/external-id`, {
    summary: 'Remove what your application knows a person by.',
    answers: { 204: ['There is none.'] },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params }) => {
      const { id } = await requireUser(deps, params.userId)
      const actor = await actorOf(deps, who)
      if (!(await changeExternalId(deps, id, { externalId: undefined, actor }))) throw notFound()
    },
  })

  endpoint('DELETE', `${path}/sessions`, {
    summary: 'End all sessions of an account, and what is in progress.',
    description:
      'Sign-ins, changes and emailed links that are not finished end, too, except invitations and the confirmation of the address.',
    body: reasonBody,
    answers: { 204: ['They have ended.'] },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params, body: { reason } }) => {
      const { id } = await requireUser(deps, params.userId)
      orNotFound(await endSessionsOf(deps, id, { reason, actor: await actorOf(deps, who) }))
    },
  })

  endpoint('DELETE', `${path}/second-factor`, {
    summary: 'Remove a second factor that its owner has lost.',
    description: 'With every passkey. All sessions end. The owner is told by email.',
    body: reasonBody,
    answers: {
      204: ['It is removed.'],
      400: ['The account has no second factor and no passkey.', 'Refusal'],
    },
    serviceGuard: requireScope('factors:remove'),
    handle: async ({ who, params, body: { reason } }) => {
      const { id, twoFactor, passkeys } = await requireUser(deps, params.userId)
      // before it is counted
      if (!twoFactor.enabled && passkeys === 0) throw notConfigured()
      const actor = await actorOf(deps, who, { isRemoval: true })
      if (!(await removeSecondFactorOf(deps, id, { reason, actor }))) throw notFound()
    },
  })

  endpoint('POST', `${path}/password-reset`, {
    summary: 'Email the owner a link to set a new password.',
    answers: {
      202: ['It is on its way.'],
      400: ['The account is blocked.', 'Refusal'],
    },
    serviceGuard: requireScope('users:write'),
    handle: async ({ who, params }) => {
      const { id } = await requireUser(deps, params.userId)
      if (!(await sendReset(deps, id, { actor: await actorOf(deps, who) }))) throw notFound()
    },
  })

  endpoint('DELETE', path, {
    summary: 'Delete an account.',
    description:
      'All sessions end. After the days of grace, within which signing in keeps the account, it is removed with everything held about its person; with `at: "now"` at once, and so is an invited account. The owner is told by email, unless it is deleted at once.',
    body: deletionBody,
    answers: {
      202: ['It will be deleted, unless its owner signs in before.', 'AccountDeletion'],
      204: ['It is deleted.'],
    },
    serviceGuard: requireScope('users:delete'),
    handle: async ({ who, params, body: { reason, at } }) => {
      const { id } = await requireUser(deps, params.userId)
      const actor = await actorOf(deps, who)
      const { deletesAt } = orNotFound(await deleteUserFor(deps, id, { reason, actor, isNow: at === 'now' }))
      return deletesAt && { deletesAt: deletesAt.toISOString() }
    },
  })
})
