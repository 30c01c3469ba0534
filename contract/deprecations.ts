/** Something of the interface that is going away. */
export type Deprecation = {
  /** The operation as the interface document names it: `POST /auth/token`. */
  operation: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** What of it: a field, as a path with dots. Without this it is the whole operation. */
  part?: { in: 'body' | 'query' | 'answer'; field: string }
  /** The day from which nobody should use it any more, `2026-11-21`. */
  since: string
  /** The day from which it may be gone, where that is known. */
  sunset?: string
  /** One sentence: why, and what to use instead. */
  reason: string
  /** Where more is told: an address, or a path of this service. The changelog, unless it is said. */
  link?: string
}

/**
 * Everything that is deprecated. What stands here is marked in the interface document and told with each answer that
 * it concerns, and calls to it are counted.
 */
export const deprecations: readonly Deprecation[] = []
