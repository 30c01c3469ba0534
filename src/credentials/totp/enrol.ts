import type { Enrolment } from '#contract/wire.ts'
import { findAccount } from '../../accounts/users/queries/users.ts'
import type { Deps } from '../../deps.ts'
import { base32 } from '../../platform/crypto/base32.ts'
import { newOtpSecret } from '../../platform/crypto/otp.ts'
import { seal } from '../../platform/crypto/seal.ts'
import type { Runner } from '../../platform/db/db.ts'
import { unauthorized } from '../../platform/errors.ts'
import { keyUri } from './key-uri.ts'
import { openSecret } from './open-secret.ts'
import { qrCode } from './qr-code.ts'
import {
  type EnrolmentKey,
  mirrorEnrolment,
  type Enrolment as PendingApp,
  replaceEnrolment,
} from './queries/enrolments.ts'

const enrolmentSeconds = 10 * 60

/** Until its owner chooses another. */
export const firstAuthenticatorName = 'Authenticator app'

/** `epoch`: at the request. `replaces`: the id of the one to replace. */
type Wanted = { of: EnrolmentKey; epoch: number; name: string; replaces?: string | undefined }

type Within = <Result>(write: (runner: Runner) => Promise<Result>) => Promise<Result>

/**
 * Starts to set up an authenticator app, and returns its secret, only once. Replaces an earlier enrolment of the same
 * session or sign-in, but touches no working app.
 * @param within does the writing, in the transaction that it belongs to
 * @throws 401 if all sessions have ended since that epoch
 */
export const enrol = async (
  deps: Deps,
  { of, epoch, name, replaces }: Wanted,
  within: Within = (write) => write(deps.db),
): Promise<Enrolment> => {
  const { userId, sessionId } = of
  const account = await findAccount(deps.db, userId)
  if (!account) throw unauthorized()
  const secret = newOtpSecret()
  const sealedSecret = seal(deps.keys, secret, userId)
  const seconds = enrolmentSeconds
  const enrolment = { userId, sessionId, epoch, sealedSecret, name, replaces, seconds }
  const row = await within(async (runner) => {
    const begun = await replaceEnrolment(runner, enrolment)
    if (begun) await mirrorEnrolment(runner, enrolment)
    return begun
  })
  if (!row) throw unauthorized()
  const shown = shownSecret(deps, account.email, secret)
  return { ...shown, qr: qrCode(shown.uri), expiresAt: row.expiresAt.toISOString() }
}

/** The settings of authenticator apps. */
export type ShownSecret = { secret: string; uri: string }

const shownSecret = ({ config }: Deps, email: string, secret: Uint8Array): ShownSecret => ({
  secret: base32(secret),
  uri: keyUri(config.twoFactorIssuer, email, secret),
})

/** Whether a pending app has this secret, in base32. */
export const isSecretOf = async (
  deps: Deps,
  userId: string,
  { sealedSecret }: PendingApp,
  shown: string,
): Promise<boolean> => {
  const secret = await openSecret(deps, { what: 'enrolment', userId, sealedSecret })
  return secret !== undefined && base32(secret) === shown
}
