import type { Call } from '../call.ts'
import { typedDigits } from '../typed-digits.ts'
import type { BackupCodes, Enrolment, FactorMethod, TwoFactorRemoval, TwoFactorSettings } from '../wire.ts'
import type { PasskeyProof } from './passkeys.ts'

/** A code of a second factor; without a `method`, of an authenticator app. */
export type FactorCode = { code: string; method?: FactorMethod }

/** The second factor as a whole. Several apps: `authenticators`. */
export const twoFactorArea = (call: Call, callAsNobody: Call) => ({
  settings: () => call<TwoFactorSettings>('GET', '/users/me/settings/2fa'),
  /** Starts the setup: show `qr`, and `secret` to type. Requires a passkey if one signs in: `factor_required`. */
  begin: (proof?: PasskeyProof) => call<Enrolment>('POST', '/users/me/settings/2fa', proof),
  /** Ends the setup with the app's first code. The backup codes are shown only once. */
  confirm: (code: string) =>
    call<BackupCodes>('PATCH', '/users/me/settings/2fa', { code: typedDigits(code) }),
  /** Turns it off. Other sessions end. */
  disable: (proof: FactorCode | PasskeyProof) => call('DELETE', '/users/me/settings/2fa', proof),
  /** Ten new backup codes. The old ones stop working. */
  renewBackupCodes: (proof: FactorCode | PasskeyProof) =>
    call<BackupCodes>('POST', '/users/me/settings/2fa/backup-codes', proof),
  /** With the token of an email: starts the waiting period for removing a lost second factor. */
  confirmRemoval: (token: string) =>
    callAsNobody<TwoFactorRemoval>('POST', '/auth/two-factor/reset/confirm', { token }),
  /** With the token of an email: keeps the second factor. */
  cancelRemoval: (token: string) => callAsNobody('POST', '/auth/two-factor/reset/cancel', { token }),
})
