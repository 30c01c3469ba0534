import type { NoticeName } from '../../messages/mail/notices.ts'
import type { EventType } from './events.ts'

/** Events that owners are notified of by email. */
export const noticeOf: Partial<Record<EventType, NoticeName>> = {
  'session.opened': 'new-sign-in',
  'two_factor.enabled': 'two-factor-on',
  'two_factor.disabled': 'two-factor-off',
  'two_factor.reset_cancelled': 'two-factor-kept',
  'authenticator.added': 'authenticator-added',
  'authenticator.removed': 'authenticator-removed',
  'authenticator.replaced': 'authenticator-replaced',
  'passkey.added': 'passkey-added',
  'passkey.removed': 'passkey-removed',
  'passkey.cloned': 'passkey-cloned',
  'trusted_device.added': 'device-trusted',
  'trusted_device.reuse_detected': 'device-token-stolen',
  'backup_codes.renewed': 'codes-renewed',
  'backup_code.spent': 'code-used',
  'password.changed': 'password-changed',
  'password.reset': 'password-changed',
  'identity.linked': 'provider-linked',
  'identity.unlinked': 'provider-unlinked',
  'session.reuse_detected': 'token-stolen',
  'oauth_code.replayed': 'code-stolen',
  'account.claimed': 'account-claimed',
  'account.locked': 'account-locked',
  'two_factor.locked': 'two-factor-locked',
  'account.deletion_requested': 'account-closed',
  'user.disabled': 'account-disabled',
  'user.enabled': 'account-enabled',
  'email.changed': 'address-set',
}
