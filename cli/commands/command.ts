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
