import type { PasskeyProof } from './areas/passkeys.ts'
import { answerOf, post, send } from './ask.ts'
import type { Call } from './call.ts'
import { getPasskey, type PasskeyOptions, stopAsking } from './ceremony.ts'
import type { Context } from './context.ts'
import { isRefused } from './refused.ts'
import type { PasskeyCredential } from './webauthn.ts'
import type { Account, FactorMethod, Instant, PasskeyRequest, TokenPair } from './wire.ts'

export type SignedIn = { state: 'signed_in'; account: Account }

/** The first factor was right, and the account has a second one. */
export type SecondStep = {
  state: 'two_factor'
  /** Any of these. Pass over those that the application has no form for. */
  methods: FactorMethod[]
  expiresAt: Instant
  /**
   * @throws {Refused} `wrong_code` with `attemptsLeft`: ask for another one
   * @throws {Refused} `invalid_challenge`: it took too long, or too many tries. Start with the first factor again.
   */
  answer(answer: { method: FactorMethod; code: string } | PasskeyProof): Promise<SignedIn>
  /**
   * Asks for a passkey, if `methods` has that.
   * @throws {DOMException} `NotAllowedError` when the person cancelled: offer it again, or another method
   * @throws {Refused} `invalid_credentials` when it is the wrong one, or `invalid_challenge`
   */
  answerWithPasskey(options?: PasskeyOptions): Promise<SignedIn>
  /** For a page whose own server talks to the service: what `getPasskey` takes there, and `answer` is sent then. */
  startPasskey(): Promise<PasskeyRequest>
  /** The second factor is lost, and the backup codes too: sends an email to have it removed in a few days. */
  requestRemoval(): Promise<void>
}

/** What comes after the first factor. */
export type Step = SignedIn | SecondStep

type Pending = { challenge: string; methods: FactorMethod[]; expiresAt: Instant }

export type Steps = ReturnType<typeof newSteps>

export const newSteps = (context: Context, call: Call) => {
  const { store } = context

  const complete = async (pair: TokenPair): Promise<SignedIn> => {
    try {
      await store.begin(pair)
    } catch (error) {
      // nobody can use this session, so nobody should find it open
      const token = pair.accessToken.token
      await send(context, { method: 'POST', path: '/auth/logout', token }).catch(() => {})
      throw error
    }
    await store.writeUnderWay('step', undefined)
    stopAsking()
    context.tell({ state: 'signed_in', cause: 'by_request' })
    return { state: 'signed_in', account: await call('GET', '/users/me') }
  }

  const exchange = (grant: object): Promise<TokenPair> => answerOf(post(context, '/auth/token', grant))

  const askForPasskey = (challenge?: string): Promise<PasskeyRequest> =>
    answerOf(post(context, '/auth/passkeys/challenge', { challenge }))

  const secondStep = ({ challenge, methods, expiresAt }: Pending): SecondStep => {
    const orForget = async <Result>(answered: Promise<Result>): Promise<Result> => {
      try {
        return await answered
      } catch (error) {
        if (isRefused(error, 'invalid_challenge')) await store.writeUnderWay('step', undefined)
        throw error
      }
    }
    const startPasskey = () => orForget(askForPasskey(challenge))
    const answer: SecondStep['answer'] = async (answer) =>
      complete(await orForget(exchange({ grant_type: 'two_factor', challenge, ...answer })))

    return {
      state: 'two_factor',
      methods,
      expiresAt,
      answer,
      answerWithPasskey: async (options) =>
        answer({ method: 'passkey', credential: await getPasskey(startPasskey, options) }),
      startPasskey,
      requestRemoval: () => answerOf(post(context, '/auth/two-factor/reset', { challenge })),
    }
  }

  return {
    complete,
    askForPasskey,
    finishPasskey: async (credential: PasskeyCredential): Promise<SignedIn> =>
      complete(await exchange({ grant_type: 'passkey', credential })),
    /** Sends a first factor, once. */
    begin: async (grant: Record<string, string>): Promise<Step> => {
      try {
        return await complete(await exchange(grant))
      } catch (error) {
        if (!isRefused(error, 'two_factor_required')) throw error
        const { challenge, methods, expiresAt } = error.details
        await store.writeUnderWay('step', { challenge, methods, expiresAt } satisfies Pending)
        return secondStep({ challenge, methods, expiresAt })
      }
    },
    /** The second step that a page before this one began. */
    resume: async (): Promise<SecondStep | undefined> => {
      const pending = await store.readUnderWay<Pending>('step')
      return pending && Date.parse(pending.expiresAt) > Date.now() ? secondStep(pending) : undefined
    },
  }
}
