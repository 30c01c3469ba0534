/** The command was called wrongly: its usage is shown, and the exit code is 2. */
export class UsageError extends Error {}

export type Command = {
  usage: string
  about: string
  /** The maximum number of arguments; unlimited by default. */
  most?: number
  /** @throws an `Error` with a message for the operator; exit code 1 unless it is a `UsageError` */
  run(args: string[]): Promise<void>
}

/** One of several things that a command does. */
export type Action = Pick<Command, 'usage' | 'run'>

/** A command whose first argument says what it does. */
export const commandOf = (name: string, about: string, actions: Record<string, Action>): Command => {
  const usages = Object.values(actions).map(({ usage }) => usage)
  return {
    usage: `${name} ACTION`,
    about: `${about}: ${usages.join(', ')}.`,
    run: async ([action = '', ...args]) => {
      const chosen = Object.hasOwn(actions, action) ? actions[action] : undefined
      if (!chosen) throw new UsageError(`Usage: sallyport ${name} ${usages.join(' | ')}`)
      await chosen.run(args)
    },
  }
}
