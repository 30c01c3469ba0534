import { parseSettings } from '../../src/config/config.ts'
import { endSessionOf } from '../../src/flows/operators/parts/end-session.ts'
import { forgetDeviceOf } from '../../src/flows/operators/parts/forget-devices.ts'
import { removeAppOf, removePasskeyOf } from '../../src/flows/operators/parts/remove-factor.ts'
import { unlinkProviderOf } from '../../src/flows/operators/parts/unlink-provider.ts'
import { Refused } from '../../src/platform/errors.ts'
import { keysOf } from '../../src/platform/keys-of.ts'
import { oneArg, wrongUse } from '../commands/args.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { type Account, actor, sayDone, withAccount } from './with-account.ts'

const usage =
  'users remove EMAIL|ID (--session ID | --provider NAME | --app ID | --passkey ID | --device ID) --reason TEXT [--json]'

type One = { id: string; reason: string; actor: typeof actor }

// by the option that names it
const parts = {
  session: (account: Account, { id, ...act }: One) =>
    endSessionOf(account, account.userId, { ...act, sessionId: id }),
  provider: (account: Account, { id, ...act }: One) =>
    unlinkProviderOf(offering(account), account.userId, { ...act, provider: id }),
  device: (account: Account, one: One) => forgetDeviceOf(account, account.userId, one),
  app: (account: Account, one: One) => removeAppOf(account, account.userId, one),
  passkey: (account: Account, one: One) => removePasskeyOf(offering(account), account.userId, one),
}

/** The ways in that the service offers, by the settings that a command reads, too. */
const offering = (account: Account) => ({
  ...account,
  config: parseSettings(process.env, [
    'EMAIL_SIGN_IN',
    'OAUTH_PROVIDERS',
    'PUBLIC_URL',
    'PRODUCT_NAME',
    'PASSKEY_RP_ID',
    'PASSKEY_ORIGINS',
  ]),
})

const options = {
  ...reasonOption,
  session: { type: 'string' },
  provider: { type: 'string' },
  app: { type: 'string' },
  passkey: { type: 'string' },
  device: { type: 'string' },
} as const

export const remove = {
  usage,
  about: 'End one session, unlink a provider, remove one app or one passkey, or stop trusting one device.',
  run: (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, options)
    const reason = reasonIn(usage, values.reason)
    const [kind, another] = keysOf(parts).filter((part) => values[part])
    if (!kind || another) throw wrongUse(usage, 'Name one thing to remove.')
    return withAccount(name, async (account) => {
      await parts[kind](account, { id: values[kind] ?? '', reason, actor }).catch((error) => {
        throw error instanceof Refused ? new Error(whyNot(error, name, kind)) : error
      })
      await sayDone(account, values, `The ${kind} of ${name} is removed.`)
    })
  },
}

const whyNot = ({ status, message }: Refused, name: string, kind: string) =>
  status === 404 ? `${name} has no such ${kind}.` : message
