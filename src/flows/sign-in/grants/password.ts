import vine from '@vinejs/vine'
import { recordLock } from '#accounts/events/lock.ts'
import { recordEvent } from '#accounts/events/record.ts'
import { passwordFailures } from '#accounts/limits/guesses.ts'
import { failuresByAddress } from '#accounts/limits/rules.ts'
import { returnSignIn, signInsOf, takeSignIn } from '#accounts/limits/sign-ins.ts'
import type { Taken } from '#accounts/limits/take-attempts.ts'
import { emailField, passwordField } from '#credentials/password/fields.ts'
import { findPasswordAccount, type PasswordAccount } from '#credentials/password/queries.ts'
import { refusedPassword } from '#credentials/password/refused-password.ts'
import { verifyCredentials } from '#credentials/password/verify-credentials.ts'
import type { Client, Deps } from '#deps.ts'
import { newId } from '#platform/crypto/id.ts'
import { concerning } from '#platform/refusals/concerning.ts'
import { type FirstFactor, signInBy } from '../complete.ts'
import { refuseUnverified } from '../unverified.ts'
import { deviceField, exchangeBy } from './grant.ts'

type Body = { email: { canonical: string }; password: string }

const proveByPassword = async (deps: Deps, body: Body, client: Client): Promise<FirstFactor> => {
  await deps.passwords.requireRoom(client)
  const account = await findPasswordAccount(deps.db, body.email, client.bucket)
  return concerning(account?.userId, () => proveFor(deps, account, body, client))
}

const proveFor = async (
  deps: Deps,
  account: PasswordAccount | undefined,
  { email, password }: Body,
  client: Client,
): Promise<FirstFactor> => {
  const byAddress = failuresByAddress(deps.config.failuresPerAddress, client)
  const ofAccount = passwordFailures(account, email.canonical, client)
  const signIns = signInsOf(deps.config, account, email, client)
  let taken: Taken | undefined
  const isRight = await verifyCredentials(deps, { account, password, ...email }, client, async () => {
    taken = await takeSignIn(deps, signIns, [...byAddress, ofAccount])
  })
  if (!isRight || !account) {
    await Promise.all([recordEvent(deps.db, refusal(account?.userId, client)), returnSignIn(deps, signIns)])
    // after the answer, and for unknown addresses too: no answer takes longer for an account
    if (taken?.left === 0) deps.later(() => noteLock(deps, account, client, taken?.isLast === true))
    throw refusedPassword(account, taken)
  }
  if (deps.config.emailVerification === 'required' && !account.isVerified)
    return refuseUnverified(deps, account.userId, [...byAddress, ofAccount])
  return {
    userId: account.userId,
    sessionId: newId(deps.now()),
    epoch: account.epoch,
    methods: ['password'],
    attempts: { account, ofAccount, byAddress, signIns },
  }
}

const noteLock = async (
  deps: Deps,
  account: PasswordAccount | undefined,
  client: Client,
  isLast: boolean,
) => {
  const shut = account?.isKnownAddress ? 'known_place' : 'unknown_places'
  const lock = { type: 'account.locked', userId: account?.userId, shut: isLast ? shut : undefined } as const
  await recordLock(deps.db, lock, client)
}

const refusal = (userId: string | undefined, { address }: Client) =>
  ({ type: 'sign_in.refused', outcome: 'refused', userId, address, detail: { grant: 'password' } }) as const

/** @throws 401 `invalid_credentials`, 403 `email_unverified` or that a second factor is missing, 429 */
export const signInByPassword = signInBy('password', proveByPassword)

export const passwordGrant = {
  body: vine.create({ email: emailField(), password: passwordField(), ...deviceField() }),
  exchange: exchangeBy(signInByPassword),
}
