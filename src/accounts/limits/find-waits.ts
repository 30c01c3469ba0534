import type { Runner } from '../../platform/db/db.ts'
import type { LimitName } from '../../platform/metrics/limit-names.ts'
import type { RefusalFacts } from '../../platform/refusals/explained.ts'
import { codeRule, codeWaits, passwordRule } from './guesses.ts'
import { findLimitName, placeIn } from './limit-name.ts'
import { findCounted, listCounts } from './queries/attempts.ts'
import { numbersOf } from './refused.ts'
import { changeRule, exportRule, type Limit, mailRule, type Rule } from './rules.ts'
import { signInRule } from './sign-ins.ts'

/** A wait that runs. `place`: from where; undefined for everywhere else. */
export type RunningWait = { name: LimitName; place: string | undefined; facts: RefusalFacts; seconds: number }

const guessed: Partial<Record<LimitName, Rule>> = {
  password: passwordRule,
  'second factor': codeRule,
  'mailed code': codeRule,
  enrolment: codeWaits,
  exports: exportRule,
  'sign-ins': signInRule,
}

/** The rule of what is counted for an account. */
const ruleOf = (name: LimitName): Rule | undefined => {
  if (name.endsWith(' mails')) return mailRule
  return name.endsWith(' changes') ? changeRule : guessed[name]
}

/** Which waits an account has now. Those of client addresses are not its own. */
export const findWaits = async (
  runner: Runner,
  whose: { userId: string; canonical: string },
): Promise<RunningWait[]> => {
  const waits: RunningWait[] = []
  for (const { subject, kind } of await listCounts(runner, whose)) {
    const name = findLimitName(kind)
    const rule = name && ruleOf(name)
    if (!rule) continue
    const limit = { subject, kind: kind as Limit['kind'], rule }
    const counted = await findCounted(runner, limit)
    if (!counted || counted.waitSeconds === 0) continue
    waits.push({ name, place: placeIn(kind), facts: numbersOf(limit, counted), seconds: counted.waitSeconds })
  }
  return waits
}
