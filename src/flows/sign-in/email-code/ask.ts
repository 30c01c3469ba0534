import { randomInt, randomUUID } from 'node:crypto'
import { signInCodesByAddress } from '#accounts/limits/rules.ts'
import { subjectOf } from '#accounts/limits/subject.ts'
import { takeAttempts } from '#accounts/limits/take-attempts.ts'
import type { Address } from '#accounts/users/queries/emails.ts'
import type { EmailCodeChallenge } from '#contract/wire.ts'
import { mailedCodeSeconds, replaceMailedCode } from '#credentials/mailed-code/queries.ts'
import { mailedCodeChallenges } from '#credentials/mailed-code/token.ts'
import type { Client, Deps } from '#deps.ts'
import { insertRow } from '#messages/outbox/queries/outbox.ts'
import { acceptedLanguage } from '#messages/texts/language.ts'
import { elsewhere } from '#platform/db/db.ts'
import { requireEmailSignIn } from './require-email-sign-in.ts'

const maxDelayMs = 2_000

/**
 * Has a code mailed that signs in. The outbox looks up the account, after a random delay: neither this answer nor
 * the next request reveals whether there is one.
 * @returns what the client that asks holds: without it, the code is good for nothing
 * @throws 404 unless `EMAIL_SIGN_IN` is on, 429 after too many from one place
 */
export const askForEmailCode = async (
  deps: Deps,
  address: Address,
  client: Client,
): Promise<EmailCodeChallenge> => {
  requireEmailSignIn(deps)
  await takeAttempts(deps, signInCodesByAddress(client))
  const ids = { subject: subjectOf.email(address.canonical), place: subjectOf.address(client.bucket) }
  const { token: challenge, key } = mailedCodeChallenges.issue(ids)
  const language = acceptedLanguage(client.acceptLanguage)
  const { address: from, bucket, userAgent } = client
  const [expiresAt] = await deps.db.transaction((runner) =>
    Promise.all([
      replaceMailedCode(runner, key, address),
      insertRow(elsewhere(runner), {
        // a queue each, so that repeated requests do not queue up
        queue: randomUUID(),
        userId: undefined,
        channel: 'email_code',
        message: 'sign-in-code',
        recipient: address.canonical,
        detail: { digest: key.digest.toString('hex'), address: from, bucket, userAgent, language },
        sealed: undefined,
        seconds: mailedCodeSeconds,
        delaySeconds: randomInt(maxDelayMs) / 1_000,
      }),
    ]),
  )
  return { challenge, expiresAt: expiresAt.toISOString() }
}
