/** One structural difference between two documents, and what it means for callers of what they describe. */
export type Change = {
  kind: 'added' | 'removed' | 'modified'
  /**
   * What it is about, for people and machines: `POST /auth/token · request.body.code`. What several operations share
   * goes by its own name, `schema Refusal · code`.
   */
  target: string
  /** The operation that it belongs to, as the newer document spells it, if it belongs to one. */
  operation?: string
  /** The operations that share it, if several do. */
  operations?: string[]
  /** JSON pointer (RFC 6901) into the newer document, or into the older one for what was removed. */
  path: string
  /** Stable id: a key of the table in `rules.ts`. */
  rule: string
  /** Whether a client that kept to the older document may stop working. */
  breaking: boolean
  /** One sentence. */
  reason: string
  /** Whether the older document had already marked it as deprecated. */
  deprecatedBefore: boolean
}
