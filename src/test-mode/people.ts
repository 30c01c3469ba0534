import { randomUUID } from 'node:crypto'
import type { TokenPair, TwoFactorEnrolmentRequired } from '../../contract/wire.ts'
import type { Address } from '../accounts/users/queries/emails.ts'
import type { Deps } from '../deps.ts'
import { changeExternalId } from '../flows/operators/acts/change-external-id.ts'
import { invitePerson } from '../flows/operators/acts/invite.ts'
import { type PresentedToken, readToken } from '../platform/crypto/token.ts'
import { propertiesOf } from '../platform/properties-of.ts'
import { done, type OwnAnswer, type OwnInterface } from './own-interface.ts'
import type { Parts } from './parts.ts'
import { enrolAtSignIn, type Guarded, guard } from './second-factors.ts'
import type { TestPerson, WantedPerson } from './testing-types.ts'

type Making = { deps: Deps; parts: Parts; ask: OwnInterface; deliver: () => Promise<void> }
type Wanted = Omit<WantedPerson, 'email'> & { address: Address }
type Registered = { tokens: TokenPair } & Guarded

const operator = { kind: 'operator' } as const

/**
 * Somebody new, by what an application would call, or invited where nobody may register. Their mails until then are gone.
 * @throws `Unanswered`
 */
export const makePerson = async (
  making: Making,
  { address, password = randomUUID(), verified = true, twoFactor, externalId }: Wanted,
): Promise<TestPerson> => {
  const { deps, parts, deliver } = making
  const { typed: email } = address
  const made = await signUp(making, { address, password }, { twoFactor, verified })
  const { token } = made.tokens.accessToken
  const { userId: id } = readToken(deps.keys, 'access', token) as PresentedToken
  if (verified) await confirm(making, email, token)
  if (externalId !== undefined)
    await changeExternalId(deps, id, { externalId, actor: operator, reason: undefined })
  const guarded = twoFactor && !made.backup && (await guard(making, twoFactor, { id, token }))
  await deliver()
  parts.mailbox.remove({ to: email })
  return { id, email, password, ...made, ...guarded }
}

type Credentials = { address: Address; password: string }

const signUp = async (
  making: Making,
  credentials: Credentials,
  { twoFactor = 'totp', verified }: Pick<WantedPerson, 'twoFactor' | 'verified'>,
): Promise<Registered> => {
  const isOpen = making.deps.config.registration === 'open'
  let answer = await (isOpen ? register : beInvited)(making, credentials)
  // with EMAIL_VERIFICATION=required, nobody sets up a second factor before that
  if (verified && isWaiting(answer)) {
    await confirm(making, credentials.address.typed)
    answer = await signIn(making, credentials)
  }
  const { code, challenge } = answer.body as Partial<TwoFactorEnrolmentRequired>
  if (code === 'two_factor_enrolment_required') return enrolAtSignIn(making, twoFactor, `${challenge}`)
  return { tokens: await done<TokenPair>(answer) }
}

const isWaiting = ({ body }: OwnAnswer) =>
  ['email_unverified', 'two_factor_enrolment_required'].includes(`${propertiesOf(body).code}`)

const register = ({ ask }: Making, { address: { typed: email }, password }: Credentials) =>
  ask('POST', '/auth/register', { email, password, passwordConfirmation: password })

const beInvited = async ({ deps, parts, ask, deliver }: Making, { address, password }: Credentials) => {
  const { typed: email } = address
  await invitePerson(deps, address, operator)
  await done(ask('POST', '/auth/password/forgot', { email }))
  await deliver()
  const { link } = parts.mailbox.list({ to: email, kind: 'reset-password' }).at(-1) ?? {}
  const token = URL.parse(`${link}`)?.searchParams.get('token')
  await done(ask('POST', '/auth/password/reset', { token, password, passwordConfirmation: password }))
  return signIn({ ask }, { address, password })
}

const signIn = ({ ask }: Pick<Making, 'ask'>, { address: { typed: email }, password }: Credentials) =>
  ask('POST', '/auth/token', { grant_type: 'password', email, password })

/** By the mail that asks for it, unless nothing asks: who was invited is confirmed. */
const confirm = async ({ parts, ask, deliver }: Making, email: string, token?: string) => {
  await deliver()
  const asking = { to: email, kind: 'verify-email' }
  const mail = parts.mailbox.list(asking).at(-1)
  if (!mail) return
  await done(ask('POST', '/auth/email/verify', { email, code: mail.code }, token))
  parts.mailbox.remove(asking)
}
