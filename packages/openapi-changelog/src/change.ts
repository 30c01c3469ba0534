import type { Change as Judged } from 'openapi-changes'

/** A change in a release, as it was judged. */
export type Change = Judged & {
  /** Why it was let through although it breaks something, where that was written down. */
  accepted?: string
}
