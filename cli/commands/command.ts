/** One thing that `sallyport` does. */
export type Command = {
  /** How it is called, without the program's name. */
  usage: string
  about: string
  /** How many arguments it may be given; any number unless said. */
  most?: number
  /** @throws an `Error` whose message tells the operator what is wrong */
  run(args: string[]): Promise<void>
}
