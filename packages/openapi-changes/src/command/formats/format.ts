import type { Accepted, AcceptedChange } from '../../accepted.ts'
import type { Source } from '../../read-document.ts'

/** What two documents' comparison came to. */
export type Comparison = {
  /** Those that break something first, and the accepted ones after them. */
  changes: readonly AcceptedChange[]
  /** Accepted, and not found. */
  unused: readonly Accepted[]
  newer: Source
}

export type Look = { isColoured: boolean; isWhole: boolean }

export type Format = (comparison: Comparison, look: Look) => string | Promise<string>
