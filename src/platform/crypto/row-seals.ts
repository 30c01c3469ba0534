import { timingSafeEqual } from 'node:crypto'
import { hmacKey, hmacSha256 } from './hmac.ts'

/** What a row grants, and so what its MAC covers. */
export type RowKind =
  | 'email'
  | 'former email'
  | 'mail link'
  | 'mailed code'
  | 'identity'
  | 'identity link'
  | 'provider sign-in'
  | 'provider code'
  | 'challenge'
  | 'passkey'
  | 'passkey that signs in'
  | 'passkey as second factor'
  | 'service key'
  | 'trusted device'
  | 'operator'

/** As PostgreSQL converts it to JSON, but with bytes in hexadecimal. */
export type RowValue = string | number | boolean | null | undefined | Uint8Array | readonly string[]

/** Makes and checks the MACs of rows, so that only a holder of the key can write one that grants something. */
export type RowSeals = {
  /** @param values whom it is for, and everything that it grants, always in the same order */
  seal(kind: RowKind, values: readonly RowValue[]): Buffer
  isGenuine(kind: RowKind, values: readonly RowValue[], mac: Uint8Array | null): boolean
  /** Whether rows of an earlier version are still accepted, and sealed. */
  isAdopting(): boolean
}

/** The key of the rows, and until when rows without a MAC are accepted. */
export type RowKey = { key: Uint8Array; adoptsUntilMs: number }

/** @param tellForged called for each refused row, with its alleged owner */
export const rowSeals = (
  { key, adoptsUntilMs }: RowKey,
  now: () => number,
  tellForged: (kind: RowKind, of: RowValue) => void = () => {},
): RowSeals => {
  const keyed = hmacKey(key)
  const seal = (kind: RowKind, values: readonly RowValue[]) =>
    hmacSha256(keyed, Buffer.from(JSON.stringify([kind, ...values.map(plain)])))
  const isAdopting = () => now() < adoptsUntilMs
  return {
    seal,
    isAdopting,
    isGenuine: (kind, values, mac) => {
      const expected = seal(kind, values)
      if (mac?.length === expected.length && timingSafeEqual(expected, mac)) return true
      if (isAdopting()) return true
      tellForged(kind, values[0])
      return false
    },
  }
}

const plain = (value: RowValue) =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : (value ?? null)
