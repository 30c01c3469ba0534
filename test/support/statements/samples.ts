import { createHash } from 'node:crypto'
import ts from 'typescript-5'
import { languageOf } from '../../../src/accounts/users/queries/users.ts'
import { sealed } from '../../../src/modules.ts'
import type { Choose } from './explore.ts'
import { checker } from './source.ts'

// more of a union add no other text
const mostOfUnion = 6
const deepest = 8

const { Undefined, Null, Boolean: Bool, BooleanLiteral, StringLike, NumberLike, BigIntLike } = ts.TypeFlags

/** A unique id for each name and place. */
const idOf = (name: string, nth: number): string => {
  const digest = createHash('sha256').update(`${name} ${nth}`).digest('hex')
  return `00000000-0000-4000-8000-${digest.slice(0, 12)}`
}

type Place = { name: string; nth: number; depth: number }

/**
 * Makes values of types, as TypeScript knows them, for functions that make statements of them. `given` has those that no
 * type tells how to make.
 */
export const samples = (choose: Choose, given: Record<string, () => unknown>) => {
  const known: Record<string, (place: Place) => unknown> = {
    ...given,
    Date: () => new Date(0),
    Uint8Array: () => Buffer.alloc(32),
    Buffer: () => Buffer.alloc(32),
    // what other modules have inserted
    Fragment: ({ nth }) => languageOf(idOf('userId', nth)),
    Sealed: () => sealed[choose(sealed.length)],
    // of a back-up: any
    Table: () => ({ name: 'a table', columns: ['one', 'another'] }),
  }

  const ofUnion = ({ types }: ts.UnionType, place: Place): unknown => {
    const usual = types.filter(({ flags }) => !(flags & (Undefined | Null)))
    const members = [
      ...usual.slice(0, mostOfUnion),
      ...types.filter(({ flags }) => flags & (Undefined | Null)),
    ]
    const member = members[choose(members.length)]
    return member && sample(member, place)
  }

  const ofList = (item: ts.Type, { name, depth }: Place): unknown[] => {
    const length = [2, 1, 0][choose(3)]
    return Array.from({ length: length ?? 0 }, (_, nth) => sample(item, { name, nth, depth }))
  }

  const ofObject = (type: ts.Type, { nth, depth }: Place): unknown => {
    const [index] = checker.getIndexInfosOfType(type)
    if (index) return { sample: sample(index.type, { name: 'sample', nth, depth }) }
    const properties = checker.getPropertiesOfType(type)
    return Object.fromEntries(
      properties.map((property) => {
        const { name } = property
        return [name, sample(checker.getTypeOfSymbol(property), { name, nth, depth })]
      }),
    )
  }

  const sample = (type: ts.Type, { name, nth, depth: above }: Place): unknown => {
    const place = { name, nth, depth: above + 1 }
    const make = known[type.aliasSymbol?.name ?? ''] ?? known[type.symbol?.name ?? '']
    if (make) return make(place)
    if (place.depth > deepest || type.flags & Undefined) return undefined
    if (type.flags & Null) return null
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
    if (type.flags & BooleanLiteral) return checker.typeToString(type) === 'true'
    if (type.isUnion()) return ofUnion(type, place)
    if (type.flags & Bool) return choose(2) === 0
    if (type.flags & StringLike) return idOf(name, nth)
    if (type.flags & NumberLike) return 1
    if (type.flags & BigIntLike) return 1n
    if (type.getCallSignatures().length > 0) return () => undefined
    const items = checker.isArrayType(type) || checker.isTupleType(type) ? itemsOf(type) : undefined
    if (items && checker.isTupleType(type)) return items.map((item) => sample(item, place))
    if (items?.[0]) return ofList(items[0], place)
    return ofObject(type, place)
  }

  return (parameter: ts.Symbol): unknown =>
    sample(checker.getTypeOfSymbol(parameter), { name: parameter.name, nth: 0, depth: 0 })
}

const itemsOf = (type: ts.Type) => checker.getTypeArguments(type as ts.TypeReference)
