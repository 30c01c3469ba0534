import { invite } from '../users/invite.ts'
import { type Command, UsageError } from './command.ts'

const actions: Record<string, { usage: string; run: Command['run'] }> = { invite }

const usages = Object.values(actions).map(({ usage }) => usage)

export const users: Command = {
  usage: 'users ACTION',
  about: `Manage accounts: ${usages.join(', ')}.`,
  run: async ([name = '', ...args]) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new UsageError(`Usage: sallyport users ${usages.join(' | ')}`)
    await action.run(args)
  },
}
