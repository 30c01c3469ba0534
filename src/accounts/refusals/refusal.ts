import type { RefusalFacts } from '../../platform/refusals/explained.ts'
import type { RefusalRule } from '../../platform/refusals/rules.ts'

/** A refused request, as it is told once it is answered. */
export type ToldRefusal = {
  /** As in the header `X-Request-Id` of the answer. */
  requestId: string
  /** Undefined if it is about no account. */
  userId: string | undefined
  /** Of the answer; of a 422, `invalid_fields`. */
  code: string
  rule: RefusalRule
  facts: RefusalFacts
  /** Method and route: `POST /auth/token`. */
  operation: string
  /** Of the client; undefined over a unix socket. */
  address: string | undefined
}

/** One row: a refusal, or several alike. */
export type FoldedRefusal = ToldRefusal & {
  lastRequestId: string
  count: number
  /** By `performance.now()`. */
  firstMs: number
  lastMs: number
}
