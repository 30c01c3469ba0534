export type Deprecation = {
  /** As in the OpenAPI document: `POST /auth/token`. */
  operation: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** A field, as a path with dots. Absent: the whole operation. */
  part?: { in: 'body' | 'query' | 'answer'; field: string }
  /** The day from which it should not be used any more, `2026-11-21`. */
  since: string
  /** The day from which it may be gone, if known. */
  sunset?: string
  /** One sentence: why, and what to use instead. */
  reason: string
  /** An address or a path of this service; the changelog by default. */
  link?: string
}

/** Marked in the OpenAPI document and announced in every answer it concerns; calls are counted. */
export const deprecations: readonly Deprecation[] = [
  passwordIn('POST /users/{id}/settings/2fa'),
  passwordIn('DELETE /users/{id}/settings/2fa'),
  passwordIn('POST /users/{id}/settings/2fa/backup-codes'),
  passwordIn('POST /users/{id}/identities/{provider}'),
  passwordIn('DELETE /users/{id}/identities/{provider}'),
  passwordIn('POST /users/{id}/email'),
  passwordIn('DELETE /users/{id}'),
]

/** A password as a proof of identity on the way, from before that had an operation of its own. */
function passwordIn(operation: Deprecation['operation']): Deprecation {
  return {
    operation,
    part: { in: 'body', field: 'password' },
    since: '2026-11-21',
    reason: 'Prove your identity with POST /auth/proof before.',
  }
}
