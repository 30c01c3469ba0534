import { setTimeout as sleep } from 'node:timers/promises'
import { operatorMessage } from '../../src/platform/errors.ts'
import { type Check, type Finding, fail, LeftOut, type NamedFinding } from './check.ts'
import type { Facts } from './facts.ts'

/** Longer than the time limit of any query in a check. */
const limitMs = 15_000

/** Runs one check at a time, so that none disturbs another's measurements. @param tell called with each finding */
export const runChecks = async (
  checks: readonly Check[],
  facts: Facts,
  tell: (finding: NamedFinding) => void,
): Promise<NamedFinding[]> => {
  const findings: NamedFinding[] = []
  const leftOut = new Map<string, { finding: Finding; names: string[] }>()
  const add = (finding: NamedFinding) => {
    findings.push(finding)
    tell(finding)
  }
  for (const check of checks) {
    const made = await within(limitMs, check.run(facts)).catch((error: Error) => error)
    if (made instanceof LeftOut) {
      const same = leftOut.get(made.message) ?? { finding: made.finding, names: [] }
      leftOut.set(made.message, { ...same, names: [...same.names, check.name] })
    } else if (made instanceof Error) {
      add({ name: check.name, ...failureOf(made) })
    } else {
      for (const finding of made) add({ name: check.name, ...finding })
    }
  }
  for (const { finding, names } of leftOut.values())
    add({ name: 'left-out', ...finding, message: `${names.join(', ')}: ${finding.message}` })
  return findings
}

const failureOf = (error: Error) =>
  fail(`This check failed: ${operatorMessage(error)}`, 'See whether the other lines explain it.')

const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  const timer = new AbortController()
  const tooLate = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms / 1_000} seconds`)
  })
  return Promise.race([work, tooLate]).finally(() => timer.abort())
}
