/** Everything that is told. No event holds a secret, and the database adds its time. */
export const eventTypes = [
  'user.registered',
  'user.invited',
  'user.disabled',
  'user.enabled',
  'user.unlocked',
  'user.sessions_ended',
  'user.exported',
  'user.external_id_changed',
  'user.imported',
  'mail.retried',
  'email.verified',
  'email.changed',
  'email.change_undone',
  'session.opened',
  'session.ended',
  'session.reuse_detected',
  'sign_in.refused',
  'sign_in.code_requested',
  'oauth_code.replayed',
  'secret.unreadable',
  'account.claimed',
  'account.locked',
  'account.deletion_requested',
  'account.deletion_cancelled',
  'account.deleted',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'identity.linked',
  'identity.unlinked',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.required',
  'two_factor.enrolment_required',
  'two_factor.refused',
  'two_factor.locked',
  'two_factor.reset_begun',
  'two_factor.reset_cancelled',
  'authenticator.added',
  'authenticator.removed',
  'authenticator.replaced',
  'trusted_device.added',
  'trusted_device.removed',
  'trusted_device.reuse_detected',
  'passkey.added',
  'passkey.removed',
  'passkey.cloned',
  'passkey.refused',
  'passkey.synced',
  'import.ended',
  'service_key.added',
  'service_key.revoked',
  'operator.added',
  'operator.removed',
  'webhook.added',
  'webhook.changed',
  'webhook.removed',
  'webhook.replayed',
  'webhook.tested',
  'webhook.disabled',
  'backup_code.spent',
  'backup_codes.renewed',
] as const

export type EventType = (typeof eventTypes)[number]

/** A stranger has proven nothing; the system is a job of the service. */
export type Actor = { kind: 'owner' | 'stranger' | 'operator' | 'service_key' | 'system'; id?: string }

/** What happened, in words that hold no secret. The database adds when. */
export type Event = {
  type: EventType
  userId?: string | undefined
  /** What an application knew a user by who is gone. Of others, the account says it. */
  externalId?: string | undefined
  sessionId?: string
  /** `success` by default. */
  outcome?: 'success' | 'refused'
  address?: string
  detail?: Record<string, unknown>
  /** Why an operator did it, in the operator's words. */
  reason?: string | undefined
  /** The owner by default; of refusals, a stranger. */
  actor?: Actor
  /** Recorded at most once a day. */
  isDaily?: boolean
  /**
   * For the notice only. Sign-ins from a known place have none and are not reported, nor claims that removed nothing or that a link
   * began. Events that are recorded together share it.
   */
  aside?: { userAgent: string | undefined }
}
