import type { PasskeyProof } from './areas/passkeys.ts'
import type { Call } from './call.ts'
import { getPasskey, type PasskeyOptions, stopAsking } from './ceremony.ts'
import type { Context } from './context.ts'
import { decided, isAccount, isPair } from './decided.ts'
import { type EmailCodeStep, type KeptEmailCode, newEmailCodeStep } from './email-code-step.ts'
import { type EnrolmentStep, newEnrolmentStep } from './enrolment-step.ts'
import { isRefused } from './refused.ts'
import { logout } from './sign-out.ts'
import type { PasskeyCredential } from './webauthn.ts'
import type {
  Account,
  EmailCodeChallenge,
  FactorMethod,
  Instant,
  PasskeyRequest,
  TokenPair,
  TwoFactorEnrolmentRequired,
  TwoFactorRequired,
} from './wire.ts'

export type SignedIn = { state: 'signed_in'; account: Account }

export type TrustOptions = {
  /** Whether the next sign-ins here skip this step for a while, as the person wishes: ask before. */
  trustDevice?: boolean | undefined
}

/** The first factor was right, and the account has a second one. */
export type SecondStep = {
  state: 'two_factor'
  /** Any of these. Skip those that the application has no form for. */
  methods: FactorMethod[]
  expiresAt: Instant
  /**
   * @throws {Refused} `wrong_code` with `attemptsLeft`: ask for another one
   * @throws {Refused} `invalid_challenge`: it took too long, or too many tries. Start with the first factor again.
   */
  answer(answer: ({ method: FactorMethod; code: string } | PasskeyProof) & TrustOptions): Promise<SignedIn>
  /**
   * Asks for a passkey, if `methods` has that.
   * @throws {DOMException} `NotAllowedError` when the person cancelled: offer it again, or another method
   * @throws {Refused} `invalid_credentials` when it is the wrong one, or `invalid_challenge`
   */
  answerWithPasskey(options?: PasskeyOptions & TrustOptions): Promise<SignedIn>
  /** For a page whose own server talks to the service: the input of `getPasskey` there, before `answer`. */
  startPasskey(): Promise<PasskeyRequest>
  /** For a lost second factor without backup codes: sends an email to have it removed in a few days. */
  requestRemoval(): Promise<void>
}

/** Somebody is signed in, but the session is limited until the address is confirmed. */
export type VerificationStep = {
  state: 'email_verification'
  /** Sends the email again. */
  resend(): Promise<void>
  /**
   * Continues once the email's link was opened, wherever that was. With its code: `email.verify({ email, code })`
   * before.
   * @throws {Refused} `email_unverified` until then
   */
  finish(): Promise<SignedIn>
}

/** Follows the first factor. */
export type Step = SignedIn | SecondStep | EnrolmentStep | VerificationStep

export type Steps = ReturnType<typeof newSteps>

export const newSteps = (context: Context, call: Call, callAsNobody: Call) => {
  const { store } = context

  const enter = async ({ deviceToken, ...pair }: TokenPair): Promise<void> => {
    try {
      await store.begin(pair)
      if (deviceToken) await store.writeUnderWay('device', deviceToken)
    } catch (error) {
      // nobody can use this session, so nobody should find it open
      await logout(context, pair.accessToken.token).catch(() => {})
      throw error
    }
    await store.writeUnderWay('step', undefined)
    stopAsking()
    context.tell({ state: 'signed_in', cause: 'by_request' })
  }

  /** @param pair nothing if it is stored already */
  const complete = async (pair: TokenPair | undefined): Promise<SignedIn> => {
    if (pair) await enter(pair)
    return { state: 'signed_in', account: await decided(call<Account>('GET', '/users/me'), isAccount) }
  }

  const verification: VerificationStep = {
    state: 'email_verification',
    resend: () => call('POST', '/users/me/email/verification'),
    finish: () => complete(undefined),
  }

  const completeOrWait = async (pair: TokenPair | undefined): Promise<SignedIn | VerificationStep> => {
    if (pair) await enter(pair)
    try {
      return await complete(undefined)
    } catch (error) {
      if (!isRefused(error, 'email_unverified')) throw error
      return verification
    }
  }

  const exchange = (grant: object) => decided(callAsNobody<TokenPair>('POST', '/auth/token', grant), isPair)

  /** By a first factor, which is enough on a trusted device. */
  const exchangeHere = async (grant: object) =>
    exchange({ ...grant, deviceToken: await store.readUnderWay<string>('device') })

  const askForPasskey = (challenge?: string) =>
    callAsNobody<PasskeyRequest>('POST', '/auth/passkeys/challenge', { challenge })

  /** An expired step is not offered again. */
  const orForget = async <Result>(answered: Promise<Result>): Promise<Result> => {
    try {
      return await answered
    } catch (error) {
      if (isRefused(error, 'invalid_challenge')) await store.writeUnderWay('step', undefined)
      throw error
    }
  }

  const secondStep = ({ challenge, methods, expiresAt }: TwoFactorRequired): SecondStep => {
    const startPasskey = () => orForget(askForPasskey(challenge))
    const answer: SecondStep['answer'] = async (answer) =>
      complete(await orForget(exchange({ grant_type: 'two_factor', challenge, ...answer })))

    return {
      state: 'two_factor',
      methods,
      expiresAt,
      answer,
      answerWithPasskey: async (options) =>
        answer({
          method: 'passkey',
          credential: await getPasskey(startPasskey, options),
          trustDevice: options?.trustDevice,
        }),
      startPasskey,
      requestRemoval: () => callAsNobody('POST', '/auth/two-factor/reset', { challenge }),
    }
  }

  const stepOf = (pending: TwoFactorRequired | TwoFactorEnrolmentRequired) =>
    pending.code === 'two_factor_enrolment_required'
      ? newEnrolmentStep(callAsNobody, enter, orForget, pending)
      : secondStep(pending)

  /** Completes a sign-in, or returns its next step. */
  const orStep = async (pair: Promise<TokenPair | undefined>): Promise<Step> => {
    try {
      return await completeOrWait(await pair)
    } catch (error) {
      if (!isRefused(error, 'two_factor_required') && !isRefused(error, 'two_factor_enrolment_required'))
        throw error
      await store.writeUnderWay('step', error.details)
      return stepOf(error.details)
    }
  }

  const emailCodeStep = (asked: EmailCodeChallenge): EmailCodeStep =>
    newEmailCodeStep(
      asked,
      (grant) => orStep(exchange(grant)),
      () => store.writeUnderWay('step', undefined),
    )

  const askForEmailCode = async (email: string): Promise<EmailCodeStep> => {
    const { challenge, expiresAt } = await callAsNobody<EmailCodeChallenge>('POST', '/auth/email-code', {
      email,
    })
    const kept: KeptEmailCode = { code: 'email_code', challenge, expiresAt }
    await store.writeUnderWay('step', kept)
    return emailCodeStep(kept)
  }

  const readPending = async () => {
    const pending = await store.readUnderWay<TwoFactorRequired | TwoFactorEnrolmentRequired | KeptEmailCode>(
      'step',
    )
    return pending && Date.parse(pending.expiresAt) > Date.now() ? pending : undefined
  }

  /** The step begun by an earlier page, unless expired. */
  const resume = async (): Promise<SecondStep | EnrolmentStep | undefined> => {
    const pending = await readPending()
    return pending && pending.code !== 'email_code' ? stepOf(pending) : undefined
  }

  const resumeEmailCode = async (): Promise<EmailCodeStep | undefined> => {
    const pending = await readPending()
    return pending?.code === 'email_code' ? emailCodeStep(pending) : undefined
  }

  return {
    exchangeHere,
    orStep,
    askForPasskey,
    finishPasskey: async (credential: PasskeyCredential): Promise<SignedIn> =>
      complete(await exchange({ grant_type: 'passkey', credential })),
    resume,
    askForEmailCode,
    resumeEmailCode,
  }
}
