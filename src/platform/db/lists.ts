import { idBytes, writeUuid } from '../crypto/id.ts'
import type { Fragment } from './sql.ts'

/** PostgreSQL's binary format for items of a type (`uuid_send` and the like). */
type Kind<Item> = {
  type: string
  /** In `pg_type`. */
  oid: number
  lengthOf(item: Item): number
  write(into: Buffer, item: Item, at: number): unknown
}

/** Dimensions, whether there are nulls, the type, and the length and first index of the one dimension (`array_send`). */
const headerOf = (oid: number, length: number) => [1, 0, oid, length, 1]

/**
 * A list as a parameter, in bytes. As text, reading it takes a sixth of a large statement, and the driver would
 * escape it item by item.
 */
const listOf =
  <Item>({ type, oid, lengthOf, write }: Kind<Item>) =>
  (items: readonly Item[]): Fragment => {
    const header = headerOf(oid, items.length)
    const length = items.reduce((sum, item) => sum + 4 + lengthOf(item), 4 * header.length)
    const list = Buffer.allocUnsafe(length)
    let at = 0
    for (const number of header) at = list.writeInt32BE(number, at)
    for (const item of items) {
      at = list.writeInt32BE(lengthOf(item), at)
      write(list, item, at)
      at += lengthOf(item)
    }
    return { parts: ['', `::${type}[]`], values: [list] }
  }

export const uuids = listOf<string>({
  type: 'uuid',
  oid: 2950,
  lengthOf: () => idBytes,
  write: writeUuid,
})

export const integers = listOf<number>({
  type: 'integer',
  oid: 23,
  lengthOf: () => 4,
  write: (into, number, at) => into.writeInt32BE(number, at),
})

export const doubles = listOf<number>({
  type: 'float8',
  oid: 701,
  lengthOf: () => 8,
  write: (into, number, at) => into.writeDoubleBE(number, at),
})

export const byteas = listOf<Uint8Array>({
  type: 'bytea',
  oid: 17,
  lengthOf: (bytes) => bytes.length,
  write: (into, bytes, at) => into.set(bytes, at),
})
