/** YAML that is written in a way that the quick reader does not know, or none. */
export class NotPlain extends Error {}

export const giveUp = (): never => {
  throw new NotPlain()
}
