import { lacksConsoleOrigin } from '../../src/credentials/passkeys/console-origins.ts'
import { type Check, ok } from './check.ts'

/** The pages for operators: there at all, and open to passkeys. */
export const consoleCheck: Check = {
  name: 'console',
  run: async ({ settings }) => {
    const given = settings('adminListen', 'publicUrl', 'productName', 'passkeyRpId', 'passkeyOrigins')
    if (!given.adminListen) return [ok('There is no console without ADMIN_LISTEN.')]
    // no fault: authenticator apps need nothing
    const but = lacksConsoleOrigin(given)
      ? ' No passkey works there, unless PASSKEY_ORIGINS names the address at which browsers open it.'
      : ''
    return [ok(`The console is served at ADMIN_LISTEN, below /console.${but}`)]
  },
}
