import type { Change as Judged } from 'openapi-changes'

export type Change = Judged & {
  /** Why it was accepted although it is breaking. */
  accepted?: string
}
