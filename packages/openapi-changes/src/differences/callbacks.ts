import { entries, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { type Operations, operationsOf, type Side } from './operations.ts'

/** The calls of both documents that are compared with each other, and where they are told. */
type CallPair = { before: Operations; after: Operations; prefix: string }

/** What differs in which callbacks an operation has, and the calls that both documents have. */
export const pairCallbacks = (
  older: Side,
  newer: Side,
  prefix: string,
): { findings: Finding[]; pairs: CallPair[] } => {
  const [before, after] = [callbacksOf(older), callbacksOf(newer)]
  const tell = (end: string, name: string, { pointer }: Place): Finding => {
    const place = `${prefix}callback.${name}`
    return { rule: `callback-${end}`, operation: newer.operation.name, place, path: pointer }
  }
  const found = [...before].map(([name, from]) => {
    const to = after.get(name)
    if (!to) return { findings: [tell('removed', name, from.place)], pairs: [] }
    const { kept, gone, added } = pairAddresses(from.addresses, to.addresses)
    const findings = [
      ...kept.flatMap((pair) => (pair.isMoved ? [tell('changed', name, pair.to)] : [])),
      ...gone.map((place) => tell('removed', name, place)),
      ...added.map((place) => tell('added', name, place)),
    ]
    const inner = `${prefix}callback.${name}.`
    return { findings, pairs: kept.map((pair) => callsOf(older, newer, pair, inner)) }
  })
  const added = [...after].filter(([name]) => !before.has(name))
  return {
    findings: [
      ...found.flatMap(({ findings }) => findings),
      ...added.map(([name, { place }]) => tell('added', name, place)),
    ],
    pairs: found.flatMap(({ pairs }) => pairs),
  }
}

/** What is called back, by the expressions that say where. */
type Addresses = ReadonlyMap<string, Place>

const callbacksOf = ({ document, operation }: Side): Map<string, { place: Place; addresses: Addresses }> =>
  new Map(
    entries(operation.place, 'callbacks').map(([name, found]) => {
      const place = document.follow(found)
      const addresses = entries({ value: { all: place.value }, pointer: '' }, 'all')
        .filter(([expression]) => !expression.startsWith('x-'))
        .map(([expression, { value, pointer }]): [string, Place] => [
          expression,
          { value, pointer: place.pointer + pointer.slice('/all'.length) },
        ])
      return [name, { place, addresses: new Map(addresses) }]
    }),
  )

type AddressPair = { from: Place; to: Place; isMoved: boolean }

/** By the expression; and if one is left on either side, it is the same one elsewhere. */
const pairAddresses = (before: Addresses, after: Addresses) => {
  const kept = [...before].flatMap(([expression, from]): AddressPair[] => {
    const to = after.get(expression)
    return to ? [{ from, to, isMoved: false }] : []
  })
  const gone = [...before].filter(([expression]) => !after.has(expression)).map(([, place]) => place)
  const added = [...after].filter(([expression]) => !before.has(expression)).map(([, place]) => place)
  const [from, to] = [gone[0], added[0]]
  return gone.length === 1 && added.length === 1 && from && to
    ? { kept: [...kept, { from, to, isMoved: true }], gone: [], added: [] }
    : { kept, gone, added }
}

const callsOf = (older: Side, newer: Side, { from, to }: AddressPair, prefix: string): CallPair => {
  const nameOf = () => newer.operation.name
  const before = operationsOf(older.document, from, '', nameOf)
  return { before, after: operationsOf(newer.document, to, '', nameOf), prefix }
}
