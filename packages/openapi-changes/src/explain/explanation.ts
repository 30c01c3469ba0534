import { pairsByRule } from '../../test/pairs/index.ts'
import type { Pair } from '../../test/pairs/pair.ts'
import type { Change } from '../change.ts'
import { compareDocuments } from '../compare.ts'
import { type Rule, rules, type Verdict } from '../rules.ts'
import { whyOf } from './why.ts'

/** A rule, with the pair that its test compares. */
export type Explanation = Rule & {
  id: string
  why: string
  pair: Pair
  /** What is found between the two. */
  changes: Change[]
}

/** In the words of people: whether it breaks callers. */
export const verdicts: Record<Verdict, string> = {
  breaks: 'breaking',
  fine: 'not breaking',
  'unless deprecated': 'breaking, unless it was deprecated before',
}

/** @returns nothing for what is no rule */
export const explanationOf = (id: string): Explanation | undefined => {
  const rule = rules.get(id)
  const pair = pairsByRule.get(id)?.[0]
  if (!rule || !pair) return undefined
  const changes = compareDocuments(pair.older, pair.newer, pair.options)
  return { ...rule, id, why: whyOf(id, rule), pair, changes }
}

/** What differs from case to case stands there as an ellipsis. */
export const plainly = (says: string): string =>
  says.replaceAll('{after}', '').replaceAll(/\{(from|to)\}/g, '…')
