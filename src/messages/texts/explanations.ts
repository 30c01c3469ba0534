import type { Language } from '../../platform/languages.ts'
import type { RefusalFacts } from '../../platform/refusals/explained.ts'
import type { LimitRule, RefusalRule } from '../../platform/refusals/rules.ts'
import { minuteOf } from '../mail/minute.ts'
import { texts } from './index.ts'
import { faultIn } from './refusals.ts'
import { waitText } from './span.ts'

/** The facts of a refusal, as the sentences need them. */
type ToldFacts = {
  /** So far. */
  tries: number
  /** How many are free. */
  free: number
  /** Within so long: `15 minutes`. */
  span: string
  /** How many are left; undefined where that is not known. */
  left: number | undefined
  /** Whether it came from where the person signed in lately, which has a count of its own. */
  isKnownPlace: boolean
  /** `totp, passkey` */
  methods: string
  scope: string
  /** A field's fault, as a sentence of the pages. */
  fault: string
  field: string
}

type Sentence = (told: ToldFacts) => string

type Mails = Extract<LimitRule, `${string}_mails`>
type Changes = Extract<LimitRule, `${string}_changes`>

/** The rules that have a sentence of their own. Those of emails share one, and those of changes. */
type Told = Exclude<RefusalRule, Mails | Changes> | 'limit.mails' | 'limit.changes'

/** Sentences for operators: what refused, and what lifts it. */
export type ExplanationWords = {
  byRule: Record<Told, Sentence>
  /** When the next try is possible. */
  next: (time: string) => string
  /** No waiting lifts it. */
  shut: (cap: number) => string
  /** From where somebody would not have had to wait. */
  elsewhere: (network: string, time: string) => string
}

/** The last sign-in from a place that the person is known from. */
export type KnownPlace = { address: string; seenAt: Date }

type Asked = { rule: string; facts: RefusalFacts; liftsAt: Date | undefined; known: KnownPlace | undefined }

/** @returns what refused a request, what lifts that, and when: some sentences */
export const explain = (language: Language, { rule, facts, liftsAt, known }: Asked): string => {
  const { byRule, next, shut, elsewhere } = texts[language].explanations
  const name = toldRuleOf(rule)
  if (!Object.hasOwn(byRule, name)) return rule
  const { cap } = facts
  return [
    byRule[name as Told](toldOf(language, facts)),
    isShut(facts) ? shut(Number(cap)) : liftsAt && next(minuteOf(liftsAt, language)),
    known && facts.place === 'unknown' && isByPlace(rule)
      ? elsewhere(known.address, minuteOf(known.seenAt, language))
      : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

/** Whether so many have failed in a row that no waiting helps. */
export const isShut = ({ inARow, cap }: RefusalFacts): boolean =>
  typeof inARow === 'number' && typeof cap === 'number' && inARow >= cap

/** Those that are counted apart from where somebody signed in lately. */
const isByPlace = (rule: string) => ['limit.password', 'limit.second_factor', 'limit.sign_ins'].includes(rule)

const toldRuleOf = (rule: string): string =>
  rule.startsWith('limit.') ? rule.replace(/\.\w+_(mails|changes)$/, '.$1') : rule

const toldOf = (language: Language, facts: RefusalFacts): ToldFacts => {
  const {
    left = facts.attemptsLeft,
    tries,
    free,
    withinSeconds,
    methods,
    scope,
    field,
    fieldRule,
    ...meta
  } = facts
  return {
    tries: Number(tries ?? 0),
    free: Number(free ?? 0),
    span: waitText(Number(withinSeconds ?? 0), language),
    left: typeof left === 'number' ? left : undefined,
    isKnownPlace: facts.place === 'known',
    methods: String(methods ?? ''),
    scope: String(scope ?? ''),
    field: String(field ?? ''),
    fault: faultIn(language, { message: '', rule: String(fieldRule ?? ''), field: '', meta }),
  }
}
