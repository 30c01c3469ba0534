import vine from '@vinejs/vine'
import { insertLock } from '../../../accounts/events/queries.ts'
import { record } from '../../../accounts/events/record.ts'
import { passwordFailures } from '../../../accounts/limits/guesses.ts'
import { refundAttempt } from '../../../accounts/limits/queries.ts'
import { failuresByAddress } from '../../../accounts/limits/rules.ts'
import { type Taken, takeAttempts } from '../../../accounts/limits/take-attempts.ts'
import { hasLink } from '../../../accounts/links/queries.ts'
import { sendVerification } from '../../../accounts/links/send-verification.ts'
import { type Credentials, findCredentials } from '../../../accounts/users/queries.ts'
import { emailField, passwordField } from '../../../credentials/password/fields.ts'
import { verifyCredentials } from '../../../credentials/password/verify-credentials.ts'
import type { Client, Deps } from '../../../deps.ts'
import { newId, nobody } from '../../../platform/crypto/id.ts'
import { runAll } from '../../../platform/db/db.ts'
import { emailUnverified, invalidCredentials, Refused } from '../../../platform/errors.ts'
import type { FirstFactor } from '../complete.ts'
import { afterFirstFactor } from './grant.ts'

type Body = { email: { canonical: string }; password: string }

const proveFirstFactor = async (
  deps: Deps,
  { email, password }: Body,
  client: Client,
): Promise<FirstFactor> => {
  const account = await findCredentials(deps.db, email.canonical, client.bucket)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const ofAccount = passwordFailures(account, email.canonical, client)
  let taken: Taken | undefined
  const isRight = await verifyCredentials(deps, account, password, async () => {
    taken = await takeAttempts(deps, [...byAddress, ofAccount])
  })
  if (!isRight || !account) {
    await record(deps, refusal(account?.userId, client))
    // after the answer, and for nobody's address too: neither this answer nor the next one takes longer for an account
    if (taken?.left === 0) deps.later(() => noteLock(deps, account, client, taken?.isLast === true))
    throw invalidCredentials()
  }
  if (deps.config.emailVerification === 'required' && !account.isVerified) {
    await runAll(deps.db, [...byAddress, ofAccount].map(refundAttempt))
    // whose mail has run out, and who has no session to ask for another, would have no way back
    if (!(await hasLink(deps.db, account.userId, 'verification')))
      await sendVerification(deps, account.userId).catch(ifTooMany)
    throw emailUnverified()
  }
  return {
    userId: account.userId,
    sessionId: newId(deps.now()),
    epoch: account.epoch,
    methods: ['password'],
    attempts: { ofAccount, byAddress, canonical: email.canonical },
  }
}

const noteLock = async (deps: Deps, account: Credentials | undefined, client: Client, isLast: boolean) => {
  const shut = account?.isKnownAddress ? 'known_place' : 'unknown_places'
  const lock = insertLock('account.locked', account?.userId ?? nobody, client, isLast ? shut : undefined)
  await deps.db.run(lock)
}

const refusal = (userId: string | undefined, { address }: Client) =>
  ({ type: 'sign_in.refused', outcome: 'refused', userId, address, detail: { grant: 'password' } }) as const

const ifTooMany = (error: unknown) => {
  if (!(error instanceof Refused) || error.status !== 429) throw error
}

export const passwordGrant = {
  body: vine.create({ email: emailField(), password: passwordField() }),
  exchange: afterFirstFactor(proveFirstFactor),
}
