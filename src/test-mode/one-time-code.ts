import { listTotpSecrets } from '../credentials/totp/queries/authenticators.ts'
import type { Deps } from '../deps.ts'
import { bytesOfBase32 } from '../platform/crypto/base32.ts'
import { hotp, matchingStep, stepAt } from '../platform/crypto/otp.ts'
import { unseal } from '../platform/crypto/seal.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { Unanswered } from './own-interface.ts'

/**
 * What somebody's newest authenticator app shows, or shows next, if the code of now is spent.
 * @throws 404 without an app, 409 if the one that it shows next is not good yet
 */
export const codeOfPerson = async (deps: Deps, userId: string): Promise<string> => {
  const app = (await listTotpSecrets(deps.db, userId)).at(-1)
  const secret = app && unseal(deps.keys, app.sealedSecret, userId)
  if (!app || !secret) throw notFound()
  const nowMs = deps.now()
  const code = hotp(secret, Math.max(stepAt(nowMs), app.lastStep + 1))
  if (matchingStep(secret, code, nowMs) === undefined) throw codesSpent()
  return code
}

/** No refusal of the interface, which hands out no codes. */
const codesSpent = () =>
  new Unanswered({
    status: 409,
    body: {
      message: 'This code and the next are used, and a third is refused. Move the clock by PT30S first.',
      code: 'codes_spent',
    },
  })

/** What an app with this secret shows. @throws 400 unless it is one, in base32 */
export const codeOfSecret = (deps: Pick<Deps, 'now'>, text: string): string => {
  const secret = bytesOfBase32(text)
  if (!secret?.length) throw badRequest('The secret must be in base32, as it is shown.')
  return hotp(secret, stepAt(deps.now()))
}

/** What an app with this secret showed half a minute ago, which is good for a first code, and spends none that others want. */
export const formerCode = (deps: Pick<Deps, 'now'>, secret: string): string =>
  codeOfSecret({ now: () => deps.now() - 30_000 }, secret)
