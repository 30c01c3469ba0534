import { oauthCodeGrant } from './oauth-code.ts'
import { passwordGrant } from './password.ts'
import { refreshTokenGrant } from './refresh-token.ts'
import { twoFactorGrant } from './two-factor.ts'

/** By `grant_type`. */
export const grants = {
  password: passwordGrant,
  oauth_code: oauthCodeGrant,
  refresh_token: refreshTokenGrant,
  two_factor: twoFactorGrant,
}
