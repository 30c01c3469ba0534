import { entries, type Place } from '../document.ts'
import { compareCalls, type Scene } from './exchange.ts'
import type { Finding } from './finding.ts'
import { type Interface, isDeprecated, type Operations, operationsOf } from './operations.ts'
import type { Found } from './schemas.ts'

/** What differs in the events that clients are told of. */
export const compareWebhooks = (older: Interface, newer: Interface, scene: Scene): Found => {
  const [before, after] = [webhooksOf(older), webhooksOf(newer)]
  const tell = (end: string, name: string, { pointer }: Place, operations: Operations): Finding => {
    const wasDeprecated =
      operations.size > 0 && [...operations.values()].every(({ place }) => isDeprecated(place))
    return { rule: `webhook-${end}`, place: `webhook.${name}`, path: pointer, wasDeprecated }
  }
  const found = [...before].map(([name, { place, operations }]): Found => {
    const other = after.get(name)
    if (!other) return { findings: [tell('removed', name, place, operations)], places: [] }
    return compareCalls(older, newer, operations, other.operations, scene)
  })
  const added = [...after].filter(([name]) => !before.has(name))
  return {
    findings: [
      ...found.flatMap(({ findings }) => findings),
      ...added.map(([name, { place, operations }]) => tell('added', name, place, operations)),
    ],
    places: found.flatMap(({ places }) => places),
  }
}

const webhooksOf = ({ document }: Interface) =>
  new Map(
    entries(document.root, 'webhooks').map(([name, place]) => {
      const nameOf = (method: string) => `webhook ${name}${method === 'POST' ? '' : ` ${method}`}`
      return [name, { place, operations: operationsOf(document, place, '', nameOf) }] as const
    }),
  )
