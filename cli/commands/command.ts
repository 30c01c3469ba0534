export type Command = {
  usage: string
  about: string
  /** The maximum number of arguments; unlimited by default. */
  most?: number
  /** @throws an `Error` with a message for the operator */
  run(args: string[]): Promise<void>
}
