import { isSafeUrl } from '../platform/addresses.ts'
import type { Parsed, SettingName } from './settings.ts'

const everywhere = ['0.0.0.0', '::']

/** Faults between settings, one per line. */
export const faultsBetween = (
  {
    host,
    port,
    adminListen,
    databaseUrl,
    oauthProviders,
    oauthRedirectUris,
    passkeyRpId,
    passkeyOrigins,
    smtp,
    publicUrl,
    twoFactor,
  }: Partial<Parsed<SettingName>>,
  isSet: (name: SettingName) => boolean,
): string[] => {
  const faults: string[] = []
  const need = (name: SettingName, by: SettingName, cure = '') =>
    void (isSet(name) || faults.push(`${name}: is needed with ${by}${cure}`))
  const needSafePublicUrl = (by: SettingName) => {
    need('PUBLIC_URL', by)
    if (publicUrl && !isSafeUrl(new URL(publicUrl)))
      faults.push(`PUBLIC_URL: must be https with ${by}, or http on loopback`)
  }
  if (
    adminListen &&
    adminListen.port === port &&
    port !== 0 &&
    ([host, ...everywhere].includes(adminListen.host) || everywhere.includes(host ?? ''))
  )
    faults.push('ADMIN_LISTEN: must differ from HOST and PORT. Unset it to serve operators there.')
  if (databaseUrl) need('SECRET_KEY', 'DATABASE_URL', '; `npx sallyport key` makes one')
  if (oauthProviders?.length) {
    // callback addresses are built from it, and over plain http the cookie that binds a sign-in to its browser is
    // lost
    needSafePublicUrl('OAUTH_PROVIDERS')
    if (oauthRedirectUris?.length === 0) faults.push('OAUTH_REDIRECT_URIS: is needed with OAUTH_PROVIDERS')
  }
  if (passkeyOrigins?.length) need('PUBLIC_URL', 'PASSKEY_ORIGINS')
  if (passkeyRpId) {
    need('PUBLIC_URL', 'PASSKEY_RP_ID')
    // WebAuthn §5.1.3: browsers refuse any other
    if (publicUrl && !`.${new URL(publicUrl).hostname}`.endsWith(`.${passkeyRpId}`))
      faults.push('PASSKEY_RP_ID: must be the host of PUBLIC_URL, or a parent domain of it')
  }
  if (twoFactor === 'optional' && isSet('TWO_FACTOR_FROM'))
    faults.push('TWO_FACTOR: must be required with TWO_FACTOR_FROM')
  if (smtp) {
    need('MAIL_FROM', 'SMTP_URL')
    // links hold secrets and are built from it, never from a request's Host
    needSafePublicUrl('SMTP_URL')
  }
  return faults
}
