import vine from '@vinejs/vine'
import { insertLock } from '../../audit/queries.ts'
import { record } from '../../audit/record.ts'
import { newId } from '../../crypto/id.ts'
import { runAll } from '../../db/db.ts'
import type { Client, Deps } from '../../deps.ts'
import { emailUnverified, invalidCredentials, Refused } from '../../errors.ts'
import { refundAttempt } from '../../limits/queries.ts'
import { failuresByAddress, passwordFailures } from '../../limits/rules.ts'
import { takeAttempts } from '../../limits/take-attempts.ts'
import { hasLink } from '../../links/queries.ts'
import { sendVerification } from '../../links/send-verification.ts'
import { emailField, passwordField } from '../../users/fields.ts'
import { findCredentials } from '../../users/queries.ts'
import { verifyCredentials } from '../../users/verify-credentials.ts'
import type { FirstFactor } from '../complete.ts'
import { afterFirstFactor } from './grant.ts'

type Body = { email: { canonical: string }; password: string }

const provePassword = async (deps: Deps, { email, password }: Body, client: Client): Promise<FirstFactor> => {
  const account = await findCredentials(deps.db, email.canonical, client.bucket)
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const ofAccount = passwordFailures(account, email.canonical, client)
  let left = Number.POSITIVE_INFINITY
  const isRight = await verifyCredentials(deps, account, password, async () => {
    left = await takeAttempts(deps, [...byAddress, ofAccount])
  })
  if (!isRight || !account) {
    await record(deps, refusal(account?.userId, client))
    // after the answer, so that how long it takes does not tell that there is an account
    if (account && left === 0)
      deps.later(async () => void (await deps.db.run(insertLock('account.locked', account.userId, client))))
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
    attempts: { ofAccount, byAddress },
  }
}

const refusal = (userId: string | undefined, { address }: Client) =>
  ({ type: 'sign_in.refused', outcome: 'refused', userId, address, detail: { grant: 'password' } }) as const

const ifTooMany = (error: unknown) => {
  if (!(error instanceof Refused) || error.status !== 429) throw error
}

export const passwordGrant = {
  body: vine.create({ email: emailField(), password: passwordField() }),
  exchange: afterFirstFactor(provePassword),
}
