import { child, flag, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { compareMediaTypes } from './media-types.ts'
import type { Side } from './operations.ts'
import type { Found } from './schemas.ts'

/** What differs in the body of an operation's requests. */
export const compareRequestBody = (older: Side, newer: Side): Found => {
  const operation = newer.operation.name
  const [before, after] = [bodyOf(older), bodyOf(newer)]
  const tell = (end: string, { pointer }: Place): Finding => {
    return { rule: `request-body-${end}`, operation, place: 'request.body', path: pointer }
  }
  if (!before && !after) return { findings: [], places: [] }
  if (!after) return { findings: before ? [tell('removed', before)] : [], places: [] }
  const is = flag(after, 'required')
  if (!before) return { findings: [tell(`added-${is ? 'required' : 'optional'}`, after)], places: [] }
  const was = flag(before, 'required')
  const holders = [
    { side: older, place: before },
    { side: newer, place: after },
  ] as const
  const { findings, places } = compareMediaTypes('request', 'request.body', ...holders)
  return {
    findings: was === is ? findings : [tell(`became-${is ? 'required' : 'optional'}`, after), ...findings],
    places: places.map((place) => ({ ...place, isOptional: !was && !is })),
  }
}

const bodyOf = ({ document, operation }: Side): Place | undefined => {
  const body = child(operation.place, 'requestBody')
  return body && document.follow(body)
}
