import type { Enrolment } from '#contract/wire.ts'
import { isSecretOf, type ShownSecret } from '../../credentials/totp/enrol.ts'
import type { Enrolment as PendingApp } from '../../credentials/totp/queries/enrolments.ts'
import type { SessionKey } from '../../sessions/queries/sessions.ts'
import type { Visit } from './hosted-page.ts'
import { sealedCookie } from './sealed-cookie.ts'

// this browser's setup: another one with the password could have begun an app of its own
const appCookie = sealedCookie<Omit<Enrolment, 'qr'>>('app', 'new app', 10 * 60)

/** Keeps the secret of a setup for the page that shows it, so that a reload does no harm. */
export const keepApp = (visit: Visit, owner: SessionKey, { secret, uri, expiresAt }: Enrolment): void =>
  appCookie.write(visit, owner, { secret, uri, expiresAt })

export const readApp = appCookie.read

/** @returns undefined, too, if another app was begun since: its secret is the only one whose codes are right */
export const pendingOf = async (
  visit: Visit,
  owner: SessionKey,
  enrolment: PendingApp | undefined,
): Promise<(ShownSecret & { expiresAt: Date }) | undefined> => {
  const begun = enrolment && readApp(visit, owner)
  if (!begun || !(await isSecretOf(visit.deps, owner.userId, enrolment, begun.secret))) return
  return { ...begun, expiresAt: enrolment.expiresAt }
}
