import { type Finding, fail } from '../../src/flows/overview/finding.ts'
import type { Facts } from './facts.ts'

export { type Finding, fail, ok, warn } from '../../src/flows/overview/finding.ts'

export type NamedFinding = { name: string } & Finding

/** Checks one thing, and changes nothing. An error is a failure, except `LeftOut`. */
export type Check = {
  /** In lower case, with hyphens; a finding may have a name of its own. */
  name: string
  run(facts: Facts): Promise<(Finding & { name?: string })[]>
}

/** A failure in the words of an error whose first sentence is followed by the remedy. */
export const failAs = ({ message }: Error): Finding => {
  const [, what = message, remedy = 'Correct that, and run this again.'] =
    /^(.+?\.) (.+)$/s.exec(message) ?? []
  return fail(what, remedy)
}

/** A check is impossible, for a reason that it shares with others. */
export class LeftOut extends Error {
  readonly finding: Finding

  /** @param finding is reported once, after the names of all checks concerned */
  constructor(finding: Finding) {
    super(finding.message)
    this.finding = finding
  }
}
