/** The command was misused: its usage is shown, and the exit code is 2. */
export class UsageError extends Error {}

export type Command = {
  usage: string
  about: string
  /** Shown in its help, below the usage. */
  details?: string
  /** The maximum number of arguments; unlimited by default. */
  most?: number
  /** @throws an `Error` with a message for the operator; exit code 1 unless it is a `UsageError` */
  run(args: string[]): Promise<void>
}

/** One of a command's subcommands. */
type Action = Pick<Command, 'usage' | 'about' | 'run'>

/** A command whose first argument selects a subcommand. */
export const commandOf = (name: string, about: string, actions: Record<string, Action>): Command => {
  const usage = `${name} ACTION`
  const lines = Object.values(actions).map((action) => `  sallyport ${action.usage}\n      ${action.about}\n`)
  const details = `\n${lines.join('')}`
  return {
    usage,
    about,
    details,
    run: async ([action = '', ...args]) => {
      const chosen = Object.hasOwn(actions, action) ? actions[action] : undefined
      if (!chosen) throw new UsageError(`Usage: sallyport ${usage}\n${details}`.trimEnd())
      await chosen.run(args)
    },
  }
}
