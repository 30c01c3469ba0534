import { emailCodeGrant } from './email-code.ts'
import { oauthCodeGrant } from './oauth-code.ts'
import { passkeyGrant } from './passkey.ts'
import { passwordGrant } from './password.ts'
import { refreshTokenGrant } from './refresh-token.ts'
import { twoFactorGrant } from './two-factor.ts'

/** By `grant_type`. */
export const grants = {
  password: passwordGrant,
  passkey: passkeyGrant,
  email_code: emailCodeGrant,
  oauth_code: oauthCodeGrant,
  refresh_token: refreshTokenGrant,
  two_factor: twoFactorGrant,
}
