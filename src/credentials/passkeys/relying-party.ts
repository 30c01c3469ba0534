import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { notFound } from '../../platform/errors.ts'
import { isInstalled } from './library.ts'

/** Who asks for a passkey, and on which pages (WebAuthn §4, relying party). */
export type RelyingParty = { id: string; name: string; origins: readonly string[] }

type Settings = Pick<Config, 'publicUrl' | 'productName' | 'passkeyRpId' | 'passkeyOrigins'>

/** @returns undefined where there are no passkeys: without an address, at a bare IP address, without the library */
export const relyingPartyOf = ({
  publicUrl,
  productName,
  passkeyRpId,
  passkeyOrigins,
}: Settings): RelyingParty | undefined => {
  if (!publicUrl || !isInstalled) return
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname) || hostname.startsWith('[')) return
  return { id: passkeyRpId ?? hostname, name: productName, origins: [origin, ...passkeyOrigins] }
}

/** @throws 404 where there are no passkeys */
export const needRelyingParty = ({ config }: { config: Settings }): RelyingParty => {
  const relyingParty = relyingPartyOf(config)
  if (!relyingParty) throw notFound()
  return relyingParty
}

/** Sites for WebAuthn §5.11; apps are declared elsewhere. @throws 404 where there are no passkeys */
export const relatedOrigins = (deps: { config: Settings }): string[] =>
  needRelyingParty(deps).origins.filter((origin) => origin.startsWith('https:'))

/** Warns once, at the start, if an address is set but passkeys are off. */
export const tellWithoutPasskeys = ({ publicUrl }: Settings, log: Pick<Logger, 'warn'>): void => {
  if (publicUrl && !isInstalled)
    log.warn('passkeys are off: @simplewebauthn/server is not installed. Install it to switch them on.')
}
