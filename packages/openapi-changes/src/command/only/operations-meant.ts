import { basePathsOf } from '../../differences/base-path.ts'
import { pathsOf } from '../../differences/operations.ts'
import { openDocument } from '../../document.ts'
import { isMadeOf } from '../../made-of.ts'
import { nameless } from '../../nameless.ts'
import type { Source } from '../../reading/read-document.ts'

/** An operation without the names of its parameters, and the addresses that it has. */
export type Known = { name: string; method: string; addresses: string[][] }

export const operationsIn = ({ document }: Source): Known[] => {
  const opened = openDocument(document)
  const bases = ['', ...basePathsOf(opened)]
  return [...pathsOf(opened).values()].flatMap((operations) =>
    [...operations].map(([method, { name, path }]) => {
      return {
        name: nameless(name),
        method,
        addresses: bases.map((base) => nameless(base + path).split('/')),
      }
    }),
  )
}

/** The names of the operations that a pattern means, or else of those that a call reaches: the most concrete ones. */
export const operationsMeant = (wanted: string, known: readonly Known[]): string[] => {
  const pieces = nameless(wanted).split('*')
  const named = known.filter(({ name }) => isMadeOf(name, pieces))
  if (named.length > 0) return named.map(({ name }) => name)
  const [method = '', path = ''] = wanted.split(' ')
  const segments = path.split('/')
  const reached = known.filter((operation) => {
    return operation.method === method && operation.addresses.some((address) => isReached(address, segments))
  })
  const parametersIn = ({ name }: Known) => name.split('{}').length
  const least = Math.min(...reached.map(parametersIn))
  return reached.filter((operation) => parametersIn(operation) === least).map(({ name }) => name)
}

const isReached = (address: string[], segments: string[]): boolean =>
  address.length === segments.length &&
  address.every((part, index) => {
    const segment = segments[index] ?? ''
    return part === segment || (segment !== '' && isMadeOf(segment, part.split('{}')))
  })
