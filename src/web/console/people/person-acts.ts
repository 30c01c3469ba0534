import vine from '@vinejs/vine'
import type { AdminUser } from '#contract/admin.ts'
import { emailField } from '#credentials/password/fields.ts'
import { externalIdField, readUntil } from '#flows/operators/acts/bodies.ts'
import { changeExternalId } from '#flows/operators/acts/change-external-id.ts'
import { deleteUserFor } from '#flows/operators/acts/delete.ts'
import { disableUser } from '#flows/operators/acts/disable.ts'
import { enableUser } from '#flows/operators/acts/enable.ts'
import { endSessionsOf } from '#flows/operators/acts/end-sessions.ts'
import { removeSecondFactorOf } from '#flows/operators/acts/remove-second-factor.ts'
import { sendReset } from '#flows/operators/acts/send-reset.ts'
import { changeEmailOf } from '#flows/operators/parts/change-email.ts'
import { confirmEmailOf } from '#flows/operators/parts/confirm-email.ts'
import { endSessionOf } from '#flows/operators/parts/end-session.ts'
import { forgetDeviceOf, forgetDevicesOf } from '#flows/operators/parts/forget-devices.ts'
import { keepUser } from '#flows/operators/parts/keep.ts'
import { removeAppOf, removePasskeyOf } from '#flows/operators/parts/remove-factor.ts'
import { unlinkProviderOf } from '#flows/operators/parts/unlink-provider.ts'
import { unlockUser } from '#flows/operators/parts/unlock.ts'
import { orNotFound } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import type { Field } from '../../pages/forms.ts'
import type { PageWords } from '../../pages/words.ts'
import type { ConsoleAct, ConsoleActs, Doing } from '../acts/console-act.ts'
import { nameOfApp, nameOfDevice, nameOfPasskey, nameOfProvider, nameOfSession } from './part-names.ts'

type PersonAct = ConsoleAct<AdminUser>
type Work = (deps: Parameters<PersonAct['run']>[0], doing: Doing<AdminUser>) => Promise<unknown>

/** Nothing is shown afterwards but the person. @throws 404 for an account that has gone meanwhile */
const by = (work: Work): PersonAct['run'] => {
  return async (deps, doing) => {
    orNotFound((await work(deps, doing)) === false ? undefined : true)
    return undefined
  }
}

const isOwned = ({ invitedUntil }: AdminUser) => invitedUntil === null
const isBlocked = ({ disabledAt }: AdminUser) => disabledAt !== null
const isClosing = ({ deletesAt }: AdminUser) => deletesAt !== null
const always = () => true

const textField = (name: 'until' | 'externalId', { console: { fields } }: PageWords): Field => ({
  name,
  label: fields[name],
  type: 'text',
  autocomplete: 'off',
  ...(name === 'until' && { hint: fields.untilHint, isOptional: true }),
})

/** Everything that `/admin` does to somebody's account, in the order in which a page offers it. */
export const personActs: ConsoleActs<AdminUser> = {
  unlock: {
    scope: 'users:write',
    tells: 'activity',
    isDue: isOwned,
    run: by((deps, { target, ...act }) => unlockUser(deps, target.id, act)),
  },
  'send-reset': {
    scope: 'users:write',
    tells: 'owner',
    isDue: (user) => isOwned(user) && !isBlocked(user),
    run: by((deps, { target, ...act }) => sendReset(deps, target.id, act)),
  },
  'confirm-email': {
    scope: 'users:write',
    tells: 'activity',
    isDue: (user) => isOwned(user) && !user.emailVerified,
    run: by((deps, { target, ...act }) => confirmEmailOf(deps, target.id, act)),
  },
  'change-email': {
    scope: 'users:write',
    tells: 'owner',
    isDangerous: true,
    isDue: (user) => isOwned(user) && !isBlocked(user),
    fields: (words) => [
      { name: 'email', label: words.console.fields.email, type: 'email', autocomplete: 'off' },
    ],
    input: { email: emailField() },
    run: by(async (deps, { target, typed, ...act }) =>
      changeEmailOf(deps, target.id, { ...act, email: orNotFound(typed.email) }),
    ),
  },
  'end-sessions': {
    scope: 'users:write',
    tells: 'activity',
    isDue: isOwned,
    run: by((deps, { target, ...act }) => endSessionsOf(deps, target.id, act)),
  },
  'forget-devices': {
    scope: 'users:write',
    tells: 'activity',
    isDue: ({ twoFactor }) => twoFactor.enabled,
    run: by(async (deps, { target, ...act }) => orNotFound(await forgetDevicesOf(deps, target.id, act))),
  },
  block: {
    scope: 'users:write',
    tells: 'ownerNotWhy',
    isDangerous: true,
    isDue: always,
    fields: (words) => [textField('until', words)],
    input: { until: optional(vine.string()) },
    run: by((deps, { target, typed, ...act }) =>
      disableUser(deps, target.id, { ...act, until: readUntil(typed.until, deps.now()) }),
    ),
  },
  unblock: {
    scope: 'users:write',
    tells: 'owner',
    isDue: isBlocked,
    // somebody else may have unblocked it in the same moment
    run: by(async (deps, { target, ...act }) => void (await enableUser(deps, target.id, act))),
  },
  'remove-second-factor': {
    scope: 'factors:remove',
    tells: 'owner',
    isRemoval: true,
    isDangerous: true,
    isDue: ({ twoFactor, passkeys }) => twoFactor.enabled || passkeys > 0,
    run: by((deps, { target, ...act }) => removeSecondFactorOf(deps, target.id, act)),
  },
  'set-external-id': {
    scope: 'users:write',
    tells: 'activity',
    isDue: always,
    fields: (words) => [textField('externalId', words)],
    input: { externalId: externalIdField() },
    run: by((deps, { target, typed, ...act }) =>
      changeExternalId(deps, target.id, { ...act, externalId: typed.externalId }),
    ),
  },
  'remove-external-id': {
    scope: 'users:write',
    tells: 'activity',
    isDue: ({ externalId }) => externalId !== null,
    run: by((deps, { target, ...act }) =>
      changeExternalId(deps, target.id, { ...act, externalId: undefined }),
    ),
  },
  keep: {
    scope: 'users:delete',
    tells: 'activity',
    isDue: isClosing,
    run: by((deps, { target, ...act }) => keepUser(deps, target.id, act)),
  },
  close: {
    scope: 'users:delete',
    tells: 'owner',
    isDangerous: true,
    isDue: (user) => isOwned(user) && !isClosing(user),
    run: by(async (deps, { target, ...act }) =>
      orNotFound(await deleteUserFor(deps, target.id, { ...act, isNow: false })),
    ),
  },
  delete: {
    scope: 'users:delete',
    tells: 'nobody',
    isDangerous: true,
    isDue: always,
    run: by(async (deps, { target, ...act }) =>
      orNotFound(await deleteUserFor(deps, target.id, { ...act, isNow: true })),
    ),
  },
  'end-session': {
    scope: 'users:write',
    tells: 'activity',
    nameOfPart: nameOfSession,
    isDue: always,
    run: by((deps, { target, part, ...act }) => endSessionOf(deps, target.id, { ...act, sessionId: part })),
  },
  'forget-device': {
    scope: 'users:write',
    tells: 'activity',
    nameOfPart: nameOfDevice,
    isDue: always,
    run: by((deps, { target, part, ...act }) => forgetDeviceOf(deps, target.id, { ...act, id: part })),
  },
  unlink: {
    scope: 'users:write',
    tells: 'owner',
    nameOfPart: nameOfProvider,
    isDue: always,
    run: by((deps, { target, part, ...act }) =>
      unlinkProviderOf(deps, target.id, { ...act, provider: part }),
    ),
  },
  'remove-app': {
    scope: 'factors:remove',
    tells: 'owner',
    isRemoval: true,
    nameOfPart: nameOfApp,
    isDue: always,
    run: by((deps, { target, part, ...act }) => removeAppOf(deps, target.id, { ...act, id: part })),
  },
  'remove-passkey': {
    scope: 'factors:remove',
    tells: 'owner',
    isRemoval: true,
    nameOfPart: nameOfPasskey,
    isDue: always,
    run: by((deps, { target, part, ...act }) => removePasskeyOf(deps, target.id, { ...act, id: part })),
  },
}
