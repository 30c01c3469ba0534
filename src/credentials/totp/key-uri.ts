import { base32 } from '../../platform/crypto/base32.ts'

/**
 * What authenticator apps read from the QR code (Key URI format): `otpauth://totp/Issuer:account?secret=…`.
 * Percent-encoded, so that no part can start another parameter.
 */
export const keyUri = (issuer: string, account: string, secret: Uint8Array): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = { secret: base32(secret), issuer, algorithm: 'SHA1', digits: '6', period: '30' }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${query.join('&')}`
}
