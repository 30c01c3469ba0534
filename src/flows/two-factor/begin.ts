import { renderSVG } from 'uqr'
import type { Enrolment } from '../../../contract/wire.ts'
import { changesOf } from '../../accounts/limits/rules.ts'
import { takeAttempts } from '../../accounts/limits/take-attempts.ts'
import { findAccount, findEpoch } from '../../accounts/users/queries.ts'
import { keyUri } from '../../credentials/totp/key-uri.ts'
import { findEnrolment, replaceEnrolment } from '../../credentials/totp/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import { base32 } from '../../platform/crypto/base32.ts'
import { newOtpSecret } from '../../platform/crypto/otp.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { alreadyConfigured, unauthorized } from '../../platform/errors.ts'
import type { Bearer } from '../../sessions/authenticate.ts'
import { requireRecentFirstFactor } from '../../sessions/proof/fresh-proof.ts'

const enrolmentSeconds = 10 * 60

/**
 * Begins to set up an authenticator app. The secret is told this once. A start before is replaced; a factor that
 * works is never touched.
 *
 * @throws 400 `already_configured`, 403 `reauthentication_required`, 401 for a wrong password, 429
 */
export const beginEnrolment = async (
  deps: Deps,
  bearer: Bearer,
  { password }: { password?: string | undefined },
  client: Client,
): Promise<Enrolment> => {
  const { userId } = bearer
  const epoch = await findEpoch(deps.db, userId)
  if (epoch === undefined) throw unauthorized()
  if ((await findEnrolment(deps.db, userId))?.isConfigured) throw alreadyConfigured()
  await requireRecentFirstFactor(deps, bearer, password, client)
  await takeAttempts(deps, [changesOf(userId, 'two-factor')])
  const account = await findAccount(deps.db, userId)
  if (!account) throw unauthorized()
  const secret = newOtpSecret()
  const sealedSecret = seal(deps.keys, secret, userId)
  const row = await replaceEnrolment(deps.db, { userId, epoch, sealedSecret, seconds: enrolmentSeconds })
  if (!row) throw unauthorized()
  const uri = keyUri(deps.config.twoFactorIssuer, account.email, secret)
  return {
    secret: base32(secret),
    uri,
    qr: `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 4 })).toString('base64')}`,
    expiresAt: row.expiresAt.toISOString(),
  }
}
