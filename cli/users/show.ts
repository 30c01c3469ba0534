import type { AdminUser, AdminWait } from '../../contract/admin.ts'
import { showUser } from '../../src/flows/operators/directory/show.ts'
import { waitsOf } from '../../src/flows/operators/refusals/explain.ts'
import { oneArg } from '../commands/args.ts'
import { print, printJson, shortMinute } from '../commands/output.ts'
import { noAccount } from './find-user.ts'
import { withAccount } from './with-account.ts'

const usage = 'users show EMAIL|ID [--json]'

export const show = {
  usage,
  about: 'Show an account, and whether it can be used.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, {})
    return withAccount(name, async (account) => {
      const user = await showUser(account, account.userId)
      if (!user) throw noAccount(name)
      const waits = await waitsOf({ ...account, now: Date.now }, account.userId)
      if (values.json) printJson({ ...user, waits })
      else print(...factsOf(user, waits).map(([fact, words]) => `${fact.padEnd(15)}${words}`))
    })
  },
}

const factsOf = (user: AdminUser, waits: readonly AdminWait[]): [fact: string, words: string][] => [
  ['email', `${user.email} (${user.emailVerified ? 'confirmed' : 'not confirmed'})`],
  ['id', user.id],
  ['external id', user.externalId ?? 'none'],
  ['state', stateOf(user)],
  ['since', `${shortMinute(user.createdAt)} UTC`],
  ['last sign-in', user.lastSignInAt ? `${shortMinute(user.lastSignInAt)} UTC` : 'none within 30 days'],
  ['signs in by', waysOf(user).join(', ') || 'nothing yet'],
  [
    'second factor',
    user.twoFactor.enabled ? `on, ${user.twoFactor.backupCodesLeft} backup codes left` : 'off',
  ],
  ['has to wait', waits.map(({ because }) => because).join(' ') || 'for nothing'],
  ['language', user.language ?? 'not chosen'],
]

const stateOf = ({ disabledAt, disabledUntil, disabledReason, deletesAt, invitedUntil }: AdminUser) => {
  const end = disabledUntil ? `until ${shortMinute(disabledUntil)} UTC` : 'for good'
  const states = [
    ...(disabledAt ? [`blocked ${end} (${disabledReason})`] : []),
    ...(deletesAt ? [`closed, will be deleted at ${shortMinute(deletesAt)} UTC`] : []),
    ...(invitedUntil ? [`invited until ${shortMinute(invitedUntil)} UTC`] : []),
  ]
  return states.join('; ') || 'open'
}

const waysOf = ({ hasPassword, providers, passkeys }: AdminUser) => [
  ...(hasPassword ? ['password'] : []),
  ...providers,
  ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
]
