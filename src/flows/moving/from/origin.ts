import type { Fields } from '../rows/read-fields.ts'

/** What the other system keeps beside its hashes, as it is in a file: a pepper, a key, or how Firebase hashes. */
export type OriginSecret = string | undefined

/** A system that people come from. */
export type Origin = {
  /** The list that its export is, if that is one document of JSON. Otherwise it has lines of JSON, or CSV. */
  list?: string
  /** What it calls things, in the words of a line of ours. @throws `RowFault` */
  personOf(record: Fields, secret: OriginSecret): Record<string, unknown>
}
