/**
 * A back-up is lines of text, compressed by gzip. Each is a name, a tab and JSON: first `sallyport` with a header,
 * then a row under the name of its table, finally `end` with a checksum that proves completeness.
 */
export const formatVersion = 1

export type Header = {
  format: number
  /** The version that made it. */
  program: string
  /** When the snapshot was taken, ISO 8601. */
  at: string
  schema: { version: number; name: string }
  /** In hexadecimal, the latest signer first. Never a key. */
  keyIds: string[]
  /** A table follows those that it refers to. */
  tables: Table[]
}

export type Table = { name: string; columns: string[] }

export type End = {
  /** By table. */
  rows: Record<string, number>
  /** SHA-256 of all lines before, in hexadecimal. */
  digest: string
}

export const headerName = 'sallyport'
export const endName = 'end'

export const lineOf = (name: string, json: string): string => `${name}\t${json}\n`
