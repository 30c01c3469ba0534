/** Everything that is written down. */
export type EventType =
  | 'user.registered'
  | 'user.disabled'
  | 'user.enabled'
  | 'email.verified'
  | 'email.changed'
  | 'email.change_undone'
  | 'session.opened'
  | 'session.ended'
  | 'session.reuse_detected'
  | 'sign_in.refused'
  | 'oauth_code.replayed'
  | 'secret.unreadable'
  | 'account.claimed'
  | 'account.locked'
  | 'account.deletion_requested'
  | 'account.deletion_cancelled'
  | 'account.deleted'
  | 'password.changed'
  | 'password.reset_requested'
  | 'password.reset'
  | 'identity.linked'
  | 'identity.unlinked'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.required'
  | 'two_factor.refused'
  | 'two_factor.locked'
  | 'two_factor.reset_begun'
  | 'two_factor.reset_cancelled'
  | 'authenticator.added'
  | 'authenticator.removed'
  | 'authenticator.replaced'
  | 'backup_code.spent'
  | 'backup_codes.renewed'

/** Who did it: whoever is signed in, somebody who proved nothing, whoever runs the service, or the service itself. */
export type Actor = { kind: 'owner' | 'stranger' | 'operator' | 'service_key' | 'system'; id?: string }

/** What happened, in words that hold no secret. The database adds when. */
export type Event = {
  type: EventType
  userId?: string | undefined
  sessionId?: string
  /** `success` unless said. */
  outcome?: 'success' | 'refused'
  address?: string
  detail?: Record<string, unknown>
  /** The owner unless said; of what was refused, a stranger. */
  actor?: Actor
  /** Whether once a day is enough, however often it happens. */
  isDaily?: boolean
  /** What only a notice has to know. Of a sign-in that was from home there is none, and so is no notice. */
  aside?: { userAgent: string | undefined }
}
