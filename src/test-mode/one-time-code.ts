import { listTotpSecrets } from '../credentials/totp/queries/authenticators.ts'
import type { Deps } from '../deps.ts'
import { bytesOfBase32 } from '../platform/crypto/base32.ts'
import { hotp, stepAt } from '../platform/crypto/otp.ts'
import { unseal } from '../platform/crypto/seal.ts'
import { badRequest, notFound } from '../platform/errors.ts'

/**
 * What somebody's newest authenticator app shows, or shows next, if the code of now is spent.
 * @throws 404 without an app
 */
export const codeOfPerson = async (deps: Deps, userId: string): Promise<string> => {
  const app = (await listTotpSecrets(deps.db, userId)).at(-1)
  const secret = app && unseal(deps.keys, app.sealedSecret, userId)
  if (!app || !secret) throw notFound()
  return hotp(secret, Math.max(stepAt(deps.now()), app.lastStep + 1))
}

/** What an app with this secret shows. @throws 400 unless it is one, in base32 */
export const codeOfSecret = (deps: Pick<Deps, 'now'>, text: string): string => {
  const secret = bytesOfBase32(text)
  if (!secret?.length) throw badRequest('The secret must be in base32, as it is shown.')
  return hotp(secret, stepAt(deps.now()))
}

/** What an app with this secret showed half a minute ago, which is good for a first code, and spends none that others want. */
export const formerCode = (deps: Pick<Deps, 'now'>, secret: string): string =>
  codeOfSecret({ now: () => deps.now() - 30_000 }, secret)
