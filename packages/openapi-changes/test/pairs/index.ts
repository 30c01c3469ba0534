import { groupBy } from '../../src/group-by.ts'
import { addressPairs } from './addresses.ts'
import { answerPairs } from './answers.ts'
import { callPairs } from './calls.ts'
import { choicePairs } from './choices.ts'
import { closeCalls } from './close-calls.ts'
import { eventPairs } from './events.ts'
import { newestPairs } from './openapi-3-2.ts'
import { operationPairs } from './operations.ts'
import { openingPairs, overlapPairs } from './overlaps.ts'
import type { Pair } from './pair.ts'
import { propertyPairs } from './properties.ts'
import { requestPairs } from './requests.ts'
import { samePairs } from './same.ts'
import { schemaPairs } from './schemas.ts'
import { securityPairs } from './security.ts'
import { sunsetPairs } from './sunsets.ts'
import { toldApartPairs } from './told-apart.ts'

const all = [
  ...operationPairs,
  ...addressPairs,
  ...answerPairs,
  ...requestPairs,
  ...securityPairs,
  ...choicePairs,
  ...callPairs,
  ...eventPairs,
  ...sunsetPairs,
  ...newestPairs,
  ...propertyPairs,
  ...schemaPairs,
  ...openingPairs,
  ...overlapPairs,
  ...samePairs,
  ...closeCalls,
  ...toldApartPairs,
]

/** The rule that a pair shows first. */
const ruleOf = ({ found: [first = '~ no-difference'] }: Pair): string => first.split(' ')[1] ?? ''

/** Pairs by the rule that they show; `no-difference` for the same in other words. */
export const pairsByRule: ReadonlyMap<string, readonly Pair[]> = groupBy(all, ruleOf)
