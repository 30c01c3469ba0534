import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { relyingPartyOf } from './relying-party.ts'

type Settings = Pick<Config, 'adminListen' | 'publicUrl' | 'productName' | 'passkeyRpId' | 'passkeyOrigins'>

/**
 * Whether there is a console at which no passkey can work, unless it is opened at `PUBLIC_URL`: a browser refuses to use one at an
 * origin that the service does not know (WebAuthn §7.2, step 13).
 */
export const lacksConsoleOrigin = (settings: Settings): boolean =>
  settings.adminListen !== undefined &&
  relyingPartyOf(settings) !== undefined &&
  !settings.passkeyOrigins.some((origin) => /^https?:/.test(origin))

/** Says so at the start. Operators with an authenticator app need nothing. */
export const tellConsoleOrigin = (settings: Settings, log: Pick<Logger, 'info'>): void => {
  if (lacksConsoleOrigin(settings))
    log.info(
      'passkeys do not work at the console unless PASSKEY_ORIGINS names the address at which browsers open it.',
    )
}
