import { compareRequestBody } from './bodies.ts'
import { pairCallbacks } from './callbacks.ts'
import type { Finding } from './finding.ts'
import { compareLifecycle } from './lifecycle.ts'
import { type Interface, type Operations, pairMethods, type Side } from './operations.ts'
import { compareParameters } from './parameters.ts'
import { compareResponses } from './responses.ts'
import type { Found } from './schemas.ts'
import { compareSecurity } from './security.ts'
import { turned } from './turned.ts'

/** Who calls whom, and where that stands. */
export type Scene = {
  today: string | undefined
  /** Schemes that only got another name. */
  renamed: ReadonlyMap<string, string>
  /** In webhooks and callbacks the service calls its clients. */
  isTurned: boolean
  /** What the places begin with: `callback.done.` */
  prefix: string
  /** The operations that it is a callback of: they may refer to each other in circles. */
  within: readonly unknown[]
}

/** What differs in what an operation sends and gets, and in what it calls back with. */
export const compareExchange = (older: Side, newer: Side, scene: Scene): Found => {
  const { today, renamed, isTurned, prefix } = scene
  const parts = [compareParameters, compareRequestBody, compareResponses].map((compare) =>
    compare(older, newer, today),
  )
  const own: Found = {
    findings: [
      ...parts.flatMap(({ findings }) => findings),
      ...compareSecurity(older, newer, renamed, isTurned),
    ],
    places: parts.flatMap(({ places }) => places),
  }
  const { findings, places } = isTurned ? turned(own) : own
  const placed = <Placed extends Pick<Finding, 'place'>>(found: Placed) => {
    return { ...found, place: prefix + found.place }
  }
  const callbacks = compareCallbacks(older, newer, scene)
  return {
    findings: [...findings.map(placed), ...callbacks.findings],
    places: [...places.map(placed), ...callbacks.places],
  }
}

const compareCallbacks = (older: Side, newer: Side, scene: Scene): Found => {
  const { value } = newer.operation.place
  if (scene.within.includes(value)) return { findings: [], places: [] }
  const { findings, pairs } = pairCallbacks(older, newer, scene.prefix)
  const inner = { ...scene, isTurned: !scene.isTurned, within: [...scene.within, value] }
  const found = pairs.map(({ before, after, prefix }) =>
    compareCalls(older, newer, before, after, { ...inner, prefix }),
  )
  return {
    findings: [...findings, ...found.flatMap(({ findings }) => findings)],
    places: found.flatMap(({ places }) => places),
  }
}

/** What differs in the calls of the same event. */
export const compareCalls = (
  older: Interface,
  newer: Interface,
  before: Operations,
  after: Operations,
  scene: Scene,
): Found => {
  const findings: Finding[] = []
  const places = pairMethods(before, after, false).flatMap((pair) => {
    const place = scene.prefix.slice(0, -1)
    findings.push(...compareLifecycle(pair, scene.today).map((finding) => inEvent(finding, place)))
    if (!pair.older || !pair.newer) return []
    const found = compareExchange(
      { ...older, operation: pair.older },
      { ...newer, operation: pair.newer },
      scene,
    )
    findings.push(...found.findings)
    return found.places
  })
  return { findings, places }
}

/** An operation that came or went is a call more or less. */
const inEvent = ({ rule, ...finding }: Finding, place: string): Finding => {
  const word = place === '' ? 'webhook' : 'callback'
  const came = { 'operation-added': `${word}-added`, 'operation-removed': `${word}-removed` }[rule]
  return { ...finding, place, rule: came ?? rule }
}
