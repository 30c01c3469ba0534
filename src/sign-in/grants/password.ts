import vine from '@vinejs/vine'
import { record } from '../../audit/record.ts'
import { newId } from '../../crypto/id.ts'
import type { Client, Deps } from '../../deps.ts'
import { invalidCredentials } from '../../errors.ts'
import { forgetAttempts, refundAttempt } from '../../limits/queries.ts'
import { failuresByAddress, passwordFailures } from '../../limits/rules.ts'
import { takeAttempts } from '../../limits/take-attempts.ts'
import { emailField, passwordField } from '../../users/fields.ts'
import type { Credentials } from '../../users/queries.ts'
import { verifyCredentials } from '../../users/verify-credentials.ts'
import type { FirstFactor } from '../complete.ts'
import { afterFirstFactor } from './grant.ts'

type Body = { email: { canonical: string }; password: string }

const provePassword = async (deps: Deps, { email, password }: Body, client: Client): Promise<FirstFactor> => {
  const { canonical } = email
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const ofAccount = (account: Credentials | undefined) => passwordFailures(account, canonical, client)
  const { account, isRight } = await verifyCredentials(deps, { canonical, password, client }, (found) =>
    takeAttempts(deps, [...byAddress, ofAccount(found)]),
  )
  if (!isRight || !account) {
    const detail = { grant: 'password' }
    await record(deps, {
      type: 'sign_in.refused',
      outcome: 'refused',
      userId: account?.userId,
      address: client.address,
      detail,
    })
    throw invalidCredentials()
  }
  return {
    userId: account.userId,
    sessionId: newId(deps.now()),
    epoch: account.epoch,
    methods: ['password'],
    also: [forgetAttempts(ofAccount(account)), ...byAddress.map(refundAttempt)],
  }
}

export const passwordGrant = {
  body: vine.create({ email: emailField(), password: passwordField() }),
  exchange: afterFirstFactor(provePassword),
}
