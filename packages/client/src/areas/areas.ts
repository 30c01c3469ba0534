import type { Call } from '../call.ts'
import type { Context } from '../context.ts'
import { accountArea } from './account.ts'
import { authenticatorsArea } from './authenticators.ts'
import { emailArea } from './email.ts'
import { identitiesArea } from './identities.ts'
import { passkeysArea } from './passkeys.ts'
import { passwordArea } from './password.ts'
import { sessionsArea } from './sessions.ts'
import { trustedDevicesArea } from './trusted-devices.ts'
import { twoFactorArea } from './two-factor.ts'

// written out, because an inferred type would be packed without its comments
type Areas = {
  account: ReturnType<typeof accountArea>
  password: ReturnType<typeof passwordArea>
  email: ReturnType<typeof emailArea>
  sessions: ReturnType<typeof sessionsArea>
  trustedDevices: ReturnType<typeof trustedDevicesArea>
  twoFactor: ReturnType<typeof twoFactorArea>
  authenticators: ReturnType<typeof authenticatorsArea>
  passkeys: ReturnType<typeof passkeysArea>
  identities: ReturnType<typeof identitiesArea>
}

/** What belongs to one account, by subject. */
export const areasOf = (context: Context, call: Call, callAsNobody: Call): Areas => ({
  account: accountArea(call),
  password: passwordArea(call, callAsNobody),
  email: emailArea(call, callAsNobody),
  sessions: sessionsArea(call),
  trustedDevices: trustedDevicesArea(call),
  twoFactor: twoFactorArea(call, callAsNobody),
  authenticators: authenticatorsArea(call),
  passkeys: passkeysArea(call),
  identities: identitiesArea(context, call),
})
