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
  | 'backup_code.spent'
  | 'backup_codes.renewed'

/** What happened, in words that hold no secret. The database adds when. */
export type Event = {
  type: EventType
  /** `success` unless said. */
  outcome?: 'success' | 'refused'
  address?: string
  detail?: Record<string, unknown>
}
