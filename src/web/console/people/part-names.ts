import type { AdminUser } from '#contract/admin.ts'
import { listPasskeys } from '#credentials/passkeys/queries/passkeys.ts'
import { showAuthenticators } from '#flows/second-factor/apps/shown.ts'
import { listTrustedDevices } from '#flows/trusted-devices/list.ts'
import { listSessions } from '#sessions/list.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { providerName } from '../../pages/settings/means.ts'

/** What one thing of an account is called, by its id, so that an operator sees which one an act is about. Undefined for one that is gone. */
type NameOfPart = (visit: Visit, user: AdminUser, part: string) => Promise<string | undefined>

export const nameOfSession: NameOfPart = async ({ deps }, { id: userId }, part) => {
  const session = (await listSessions(deps, { userId, sessionId: '' })).find(({ id }) => id === part)
  return session && [session.methods.join(', '), session.ip, session.userAgent ?? ''].join(' · ')
}

export const nameOfDevice: NameOfPart = async ({ deps }, { id: userId }, part) => {
  const device = (await listTrustedDevices(deps, { userId })).find(({ id }) => id === part)
  return device && [device.ip, device.userAgent ?? ''].join(' · ')
}

export const nameOfProvider: NameOfPart = async (visit, { providers }, part) =>
  providers.includes(part) ? providerName(visit, part) : undefined

export const nameOfApp: NameOfPart = async ({ deps }, { id: userId }, part) =>
  (await showAuthenticators(deps, userId)).find(({ id }) => id === part)?.name

export const nameOfPasskey: NameOfPart = async ({ deps }, { id: userId }, part) =>
  (await listPasskeys(deps.db, userId)).find(({ id }) => id === part)?.name
