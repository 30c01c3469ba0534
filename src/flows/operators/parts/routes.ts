import type { Caller } from '#credentials/service-keys/require-scope.ts'
import { requireScope } from '#credentials/service-keys/require-scope.ts'
import type { Deps } from '#deps.ts'
import { orNotFound } from '#platform/errors.ts'
import { endpoints } from '#platform/http/endpoint.ts'
import type { OperatorAct } from '../acts/act.ts'
import { actorOf } from '../acts/actor-of.ts'
import { emailBody, reasonBody } from '../acts/bodies.ts'
import { requireUser } from '../directory/require-user.ts'
import { changeEmailOf } from './change-email.ts'
import { confirmEmailOf } from './confirm-email.ts'
import { endSessionOf } from './end-session.ts'
import { forgetDeviceOf, forgetDevicesOf } from './forget-devices.ts'
import { keepUser } from './keep.ts'
import { removeAppOf, removePasskeyOf } from './remove-factor.ts'
import { unlinkProviderOf } from './unlink-provider.ts'
import { unlockUser } from './unlock.ts'

const path = '/admin/users/:userId'

/** What operators mend of an account, piece by piece. */
export const partRoutes = endpoints((endpoint, deps) => {
  endpoint('DELETE', `${path}/locks`, {
    summary: 'End the waits after wrong passwords and codes.',
    description: 'Those of the account, wherever the guesses came from. Those of client addresses stay.',
    body: reasonBody,
    answers: { 204: ['The next attempt is looked at.'] },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      orNotFound((await unlockUser(deps, id, act)) || undefined)
    },
  })

  endpoint('PUT', `${path}/email-verified`, {
    summary: 'Confirm the address of an account.',
    description:
      'For somebody who has shown that it is theirs. Sessions that could only confirm the address can do everything from now on.',
    body: reasonBody,
    answers: { 204: ['It is confirmed.'] },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      orNotFound((await confirmEmailOf(deps, id, act)) || undefined)
    },
  })

  endpoint('PUT', `${path}/email`, {
    summary: 'Change the address of an account.',
    description:
      'For somebody who has shown that it is theirs: it is confirmed. The former address gets a link that undoes this within seven days, and the new one is told. Sessions and the second factor stay, and what was being changed comes to nothing. It counts as confirmed by a link alone: the first sign-in with a mailed code, or with a provider of that address, removes password, passkeys, providers and sessions.',
    body: emailBody,
    answers: {
      204: ['It is changed.'],
      400: ['The account is blocked, or still invited.', 'Refusal'],
    },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      orNotFound((await changeEmailOf(deps, id, { ...act, email: asked.body.email })) || undefined)
    },
  })

  endpoint('DELETE', `${path}/sessions/:sessionId`, {
    summary: 'End one session of an account.',
    description: 'And the visit to the pages that it came from.',
    body: reasonBody,
    answers: { 204: ['It has ended.'] },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      await endSessionOf(deps, id, { ...act, sessionId: asked.params.sessionId })
    },
  })

  endpoint('DELETE', `${path}/trusted-devices`, {
    summary: 'Stop trusting all devices of an account.',
    description: 'Sessions stay.',
    body: reasonBody,
    answers: { 204: ['The next sign-in on each of them takes the second step.'] },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      orNotFound(await forgetDevicesOf(deps, id, act))
    },
  })

  endpoint('DELETE', `${path}/trusted-devices/:deviceId`, {
    summary: 'Stop trusting one device of an account.',
    description: 'Sessions stay.',
    body: reasonBody,
    answers: { 204: ['The next sign-in on it takes the second step.'] },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      await forgetDeviceOf(deps, id, { ...act, id: asked.params.deviceId })
    },
  })

  endpoint('DELETE', `${path}/identities/:provider`, {
    summary: 'Unlink a provider from an account.',
    description: 'The sessions that it opened end, too. The owner is told by email.',
    body: reasonBody,
    answers: { 204: ['It is unlinked.'], 409: ['It is the last way to sign in.', 'Refusal'] },
    serviceGuard: requireScope('users:write'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      await unlinkProviderOf(deps, id, { ...act, provider: asked.params.provider })
    },
  })

  endpoint('DELETE', `${path}/authenticators/:authenticatorId`, {
    summary: 'Remove one authenticator app of an account.',
    description:
      'One that is not the last second factor, which is removed as a whole. The owner is told by email.',
    body: reasonBody,
    answers: { 204: ['It is removed.'], 409: ['It is the last second factor.', 'Refusal'] },
    serviceGuard: requireScope('factors:remove'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked, { isRemoval: true })
      await removeAppOf(deps, id, { ...act, id: asked.params.authenticatorId })
    },
  })

  endpoint('DELETE', `${path}/passkeys/:passkeyId`, {
    summary: 'Remove one passkey of an account.',
    description: 'The sessions that passkeys opened end, too. The owner is told by email.',
    body: reasonBody,
    answers: {
      204: ['It is removed.'],
      409: ['It is the last second factor, or the last way to sign in.', 'Refusal'],
    },
    serviceGuard: requireScope('factors:remove'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked, { isRemoval: true })
      await removePasskeyOf(deps, id, { ...act, id: asked.params.passkeyId })
    },
  })

  endpoint('DELETE', `${path}/deletion`, {
    summary: 'Keep an account that was being closed.',
    description: 'As its owner would by signing in.',
    body: reasonBody,
    answers: { 204: ['It is kept.'] },
    serviceGuard: requireScope('users:delete'),
    handle: async (asked) => {
      const { id, act } = await actOn(deps, asked)
      orNotFound((await keepUser(deps, id, act)) || undefined)
    },
  })
})

type Asked = { who: Caller; params: { userId: string }; body: { reason: string } }

/** Whose account it is, and who does it why, counted. @throws 404, 429 beyond what the key may do */
const actOn = async (
  deps: Deps,
  { who, params, body: { reason } }: Asked,
  counting?: { isRemoval: boolean },
): Promise<{ id: string; act: OperatorAct }> => {
  const { id } = await requireUser(deps, params.userId)
  return { id, act: { actor: await actorOf(deps, who, counting), reason } }
}
