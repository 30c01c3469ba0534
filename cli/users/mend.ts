import type { OperatorAct } from '../../src/flows/operators/acts/act.ts'
import { confirmEmailOf } from '../../src/flows/operators/parts/confirm-email.ts'
import { keepUser } from '../../src/flows/operators/parts/keep.ts'
import { unlockUser } from '../../src/flows/operators/parts/unlock.ts'
import { oneArg } from '../commands/args.ts'
import { noAccount } from './find-user.ts'
import { reasonIn, reasonOption } from './reason.ts'
import { type Account, actor, sayDone, withAccount } from './with-account.ts'

type Mend = (account: Account, userId: string, act: OperatorAct) => Promise<boolean>

/** A command that does one thing to an account, for a reason. */
const mending = (verb: string, about: string, mend: Mend, done: (name: string) => string) => {
  const usage = `users ${verb} EMAIL|ID --reason TEXT [--json]`
  const run = (args: string[]): Promise<void> => {
    const { operand: name, values } = oneArg(usage, args, reasonOption)
    const reason = reasonIn(usage, values.reason)
    return withAccount(name, async (account) => {
      if (!(await mend(account, account.userId, { reason, actor }))) throw noAccount(name)
      await sayDone(account, values, done(name))
    })
  }
  return { usage, about, run }
}

export const unlock = mending(
  'unlock',
  'End the waits after wrong passwords and codes.',
  unlockUser,
  (name) => `The next attempt to sign in to ${name} is looked at.`,
)

export const confirm = mending(
  'confirm',
  'Confirm an address for somebody who has shown that it is theirs.',
  confirmEmailOf,
  (name) => `The address of ${name} is confirmed.`,
)

export const keep = mending(
  'keep',
  'Keep an account that was being closed.',
  keepUser,
  (name) => `${name} stays.`,
)
