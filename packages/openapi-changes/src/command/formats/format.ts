import type { Accepted, AcceptedChange } from '../../accepted.ts'
import type { Skipped } from '../../compare.ts'
import type { Source } from '../../reading/read-document.ts'

/** What two documents' comparison came to. */
export type Comparison = {
  /** Those that break something first, and the accepted ones after them. */
  changes: readonly AcceptedChange[]
  /** Accepted, and not found. */
  unused: readonly Accepted[]
  /** Places that were not compared, or not as a whole. */
  skipped: readonly Skipped[]
  newer: Source
}

export type Look = { isColoured: boolean; isWhole: boolean }

export type Format = (comparison: Comparison, look: Look) => string | Promise<string>
