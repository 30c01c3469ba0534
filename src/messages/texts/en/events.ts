/** The known facts of an event. */
export type Told = {
  /** How somebody signed in: "your password and a backup code". */
  means: string
  provider: string | undefined
  /** Whether it was by a passkey. */
  isPasskey: boolean
  /** Whether it was by an emailed code. */
  isMailed: boolean
  left: number
  /** Why a session ended. */
  why: string | undefined
}

/** What happened to an account, in a line of its activity. */
export const eventTexts = {
  means: {
    password: 'your password',
    totp: 'your authenticator app',
    backup_code: 'a backup code',
    passkey: 'a passkey',
    email_code: 'an emailed code',
    trusted_device: 'a device you trust',
  },
  sentences: {
    'user.registered': 'You created your account',
    'user.invited': 'You were invited to create an account',
    'user.disabled': 'Your account was blocked',
    'user.enabled': 'Your account was unblocked',
    'user.unlocked': 'Waits after wrong passwords and codes were ended',
    'user.sessions_ended': 'All your sessions were ended',
    'user.exported': 'Your data was exported',
    'user.external_id_changed': 'What the application knows your account by changed',
    'user.imported': 'Your account was brought here from another system',
    'mail.retried': 'An email that had not arrived was sent again',
    'email.verified': 'Your email address was confirmed',
    'email.changed': 'Your email address changed',
    'email.change_undone': 'The change of your email address was undone',
    'session.opened': ({ means }: Told) => (means ? `You signed in with ${means}` : 'You signed in'),
    'session.ended': ({ why }: Told) => (why ? `A session ended: ${why}` : 'A session ended'),
    'session.reuse_detected': 'A session ended, because someone used a copy of its tokens',
    'sign_in.refused': ({ provider, isPasskey, isMailed }: Told): string =>
      `A sign-in with ${provider ?? (isPasskey ? 'a passkey' : isMailed ? 'an emailed code' : 'a password')} failed`,
    'sign_in.code_requested': 'A code to sign in was sent to you',
    'oauth_code.replayed': 'Someone tried to use a sign-in code a second time',
    'secret.unreadable': 'A stored secret could not be read',
    'account.claimed':
      'You proved that the address is yours. Whatever had been set up before, perhaps by someone else, was removed',
    'account.locked': 'Sign-ins were slowed down after too many wrong passwords',
    'account.deletion_requested': 'Your account was closed',
    'account.deletion_cancelled': 'Your account was kept after all',
    'account.deleted': 'Your account was deleted',
    'password.changed': 'Your password changed',
    'password.reset_requested': 'A link to set a new password was sent to you',
    'password.reset': 'You set a new password by a link in an email',
    'identity.linked': ({ provider }: Told) => `${provider ?? 'A provider'} was linked`,
    'identity.unlinked': ({ provider }: Told) => `${provider ?? 'A provider'} was unlinked`,
    'two_factor.enabled': 'Two-factor authentication was turned on',
    'two_factor.disabled': 'Two-factor authentication was turned off',
    'two_factor.required': ({ means }: Told) =>
      means
        ? `A second factor was asked for, after a sign-in with ${means}`
        : 'A second factor was asked for',
    'two_factor.enrolment_required': ({ means }: Told) =>
      means
        ? `The setup of a second factor was asked for, after a sign-in with ${means}`
        : 'The setup of a second factor was asked for',
    'two_factor.refused': ({ isPasskey }: Told): string =>
      isPasskey ? 'A passkey was not accepted' : 'Someone entered a wrong code',
    'two_factor.locked': 'Codes were slowed down after too many wrong ones',
    'two_factor.reset_begun': 'The removal of two-factor authentication was requested',
    'two_factor.reset_cancelled': 'The removal of two-factor authentication was stopped',
    'authenticator.added': 'An authenticator app was added',
    'authenticator.removed': 'An authenticator app was removed',
    'authenticator.replaced': 'An authenticator app was replaced',
    'trusted_device.added': 'A device was trusted to sign in without a second factor',
    'trusted_device.removed': 'A device is no longer trusted',
    'trusted_device.reuse_detected':
      'A device is no longer trusted, because someone used a copy of its token',
    'passkey.added': 'A passkey was added',
    'passkey.removed': 'A passkey was removed',
    'passkey.cloned': 'A passkey was refused, because it seems to have been copied',
    'passkey.refused':
      'A passkey was refused, because it no longer says that it may be kept in several places. Remove it and add it again',
    'passkey.synced':
      'A passkey can now be kept in several places, such as a cloud account or a password manager',
    'import.ended': 'People were brought here from another system',
    'service_key.added': 'A service key was made',
    'service_key.revoked': 'A service key was revoked',
    'operator.added': 'Your account was allowed to use the console',
    'operator.removed': 'Your account may no longer use the console',
    'webhook.added': 'A webhook was added',
    'webhook.changed': 'A webhook was changed',
    'webhook.removed': 'A webhook was removed',
    'webhook.replayed': 'Events were sent to a webhook again',
    'webhook.tested': 'A test message was sent to a webhook',
    'webhook.disabled': 'A webhook was switched off',
    'backup_code.spent': ({ left }: Told) => `A backup code was used, and ${left} are left`,
    'backup_codes.renewed': 'You got new backup codes',
  },
  ended: {
    signed_out: 'you signed out',
    signed_in_again: 'you signed in again',
    ended_by_owner: 'you ended it',
    password_changed: 'your password changed',
    password_reset: 'you set a new password',
    two_factor_enabled: 'two-factor authentication was turned on',
    two_factor_disabled: 'two-factor authentication was turned off',
    passkey_removed: 'a passkey was removed',
    identity_unlinked: 'the provider that opened it was unlinked',
    code_replayed: 'its sign-in code was used a second time',
    token_reused: 'its refresh token was used a second time',
    account_claimed: 'you took the account over',
    account_deleted: 'you closed your account',
    email_change_undone: 'the change of your email address was undone',
    too_many: 'there were too many',
    account_disabled: 'your account was blocked',
    ended_by_operator: 'an administrator ended it',
  },
}
