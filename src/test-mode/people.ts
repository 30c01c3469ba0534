import type { TokenPair, TwoFactorEnrolmentRequired } from '../../contract/wire.ts'
import type { Address } from '../accounts/users/queries/emails.ts'
import { findByExternalId } from '../accounts/users/queries/external-ids.ts'
import { isTwoFactorRequired } from '../config/two-factor-policy.ts'
import type { Deps } from '../deps.ts'
import { changeExternalId } from '../flows/operators/acts/change-external-id.ts'
import { invitePerson } from '../flows/operators/acts/invite.ts'
import { type PresentedToken, readToken } from '../platform/crypto/token.ts'
import { badRequest, externalIdTaken } from '../platform/errors.ts'
import { errorCode } from '../platform/properties-of.ts'
import { findMails } from './find-mails.ts'
import { done, type OwnAnswer, type OwnInterface } from './own-interface.ts'
import type { Parts } from './parts.ts'
import { enrolAtSignIn, enrolWhenSignedIn, type MadeFactor } from './second-factors.ts'
import type { TestMail, TestPerson, WantedPerson } from './testing-types.ts'

type Making = { deps: Deps; parts: Parts; ask: OwnInterface; deliver: () => Promise<void> }
type Wanted = Omit<WantedPerson, 'email'> & { address: Address; password: string }
type Credentials = { email: string; password: string }

const operator = { kind: 'operator' } as const

/**
 * Makes an account through the public interface, after an invitation unless anybody may register. Its mails until then are
 * gone.
 * @throws `Unanswered`, and what is refused before there is an account
 */
export const makePerson = async (making: Making, wanted: Wanted): Promise<TestPerson> => {
  const { deps, parts, deliver } = making
  const { address, password, verified = true, twoFactor, externalId } = wanted
  await refuseBefore(deps, wanted)
  const { registration, emailVerification } = deps.config
  const credentials = { email: address.typed, password }
  // an invitation confirms the address
  const isToConfirm = verified && registration === 'open' && emailVerification !== 'off'
  const answer = await (registration === 'open'
    ? register(making, credentials)
    : beInvited(making, address, credentials))
  // with EMAIL_VERIFICATION=required, no second factor is set up before that
  const isFirst = isToConfirm && waiting.includes(errorCode(answer.body))
  if (isFirst) await confirm(making, credentials)
  const signedIn = isFirst ? await signIn(making, credentials) : answer
  const { tokens: first, ...factor } = await withTokens(making, signedIn, twoFactor)
  if (isToConfirm && !isFirst) await confirm(making, credentials)
  const isOpened = isToConfirm && !first.accessToken.abilities.includes('*')
  const tokens = isOpened ? await renew(making, first) : first
  const { token } = tokens.accessToken
  const { userId: id } = readToken(deps.keys, 'access', token) as PresentedToken
  if (externalId !== undefined)
    await changeExternalId(deps, id, { externalId, actor: operator, reason: undefined })
  const isGuarded = Boolean(factor.totp ?? factor.passkey)
  const added = twoFactor && !isGuarded && (await enrolWhenSignedIn(making, twoFactor, { id, token }))
  await deliver()
  parts.mailbox.remove({ to: credentials.email })
  return { id, ...credentials, tokens, ...factor, ...added }
}

/** What would otherwise leave an account, so that its address is taken when the test tries again. */
const refuseBefore = async (
  deps: Deps,
  { verified = true, twoFactor, externalId }: Wanted,
): Promise<void> => {
  const { registration, emailVerification } = deps.config
  const isToWait = !verified && registration === 'open' && emailVerification === 'required'
  if (isToWait && twoFactor && !isTwoFactorRequired(deps))
    throw badRequest('With EMAIL_VERIFICATION=required, only confirmed people can add a second factor.')
  if (externalId !== undefined && (await findByExternalId(deps.db, externalId))) throw externalIdTaken()
}

const waiting = ['email_unverified', 'two_factor_enrolment_required']

const withTokens = async (
  making: Making,
  answer: OwnAnswer,
  kind: WantedPerson['twoFactor'] = 'totp',
): Promise<{ tokens: TokenPair } & MadeFactor> => {
  if (errorCode(answer.body) !== 'two_factor_enrolment_required')
    return { tokens: await done<TokenPair>(answer) }
  return enrolAtSignIn(making, kind, (answer.body as TwoFactorEnrolmentRequired).challenge)
}

const register = ({ ask }: Making, credentials: Credentials): Promise<OwnAnswer> =>
  ask('POST', '/auth/register', { ...credentials, passwordConfirmation: credentials.password })

/** The page of an invitation is for browsers. A link to set a password proves the mailbox, too. */
const beInvited = async (making: Making, address: Address, credentials: Credentials): Promise<OwnAnswer> => {
  const { deps, ask } = making
  const { email, password } = credentials
  await invitePerson(deps, address, operator)
  await done(ask('POST', '/auth/password/forgot', { email }))
  const { link } = await mailTo(making, email, 'reset-password')
  const token = new URL(`${link}`).searchParams.get('token')
  await done(ask('POST', '/auth/password/reset', { token, password, passwordConfirmation: password }))
  return signIn(making, credentials)
}

const signIn = ({ ask }: Making, { email, password }: Credentials): Promise<OwnAnswer> =>
  ask('POST', '/auth/token', { grant_type: 'password', email, password })

/** Tokens of before the proof open everything after it, but don't say so. */
const renew = ({ ask }: Making, { refreshToken }: TokenPair): Promise<TokenPair> =>
  done(ask('POST', '/auth/token', { grant_type: 'refresh_token', token: refreshToken.token }))

const confirm = async (making: Making, { email }: Credentials): Promise<void> => {
  const { code } = await mailTo(making, email, 'verify-email')
  await done(making.ask('POST', '/auth/email/verify', { email, code }))
}

/** The mail that was just sent, which somebody else may be delivering at this moment. */
const mailTo = async ({ deps, parts, deliver }: Making, to: string, kind: string): Promise<TestMail> => {
  await deliver()
  const there = parts.mailbox.list({ to, kind })
  const mails =
    there.length > 0 ? there : await findMails(deps, parts.mailbox, { to, kind }, AbortSignal.any([]))
  const mail = mails.at(-1)
  if (!mail) throw new Error(`no mail of the kind ${kind} came to ${to}`)
  return mail
}
