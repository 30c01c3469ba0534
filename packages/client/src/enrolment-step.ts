import type { Call } from './call.ts'
import { createPasskey, type PasskeyOptions } from './ceremony.ts'
import { decided, isPair } from './decided.ts'
import type { PasskeyCredential } from './webauthn.ts'
import type {
  EnrolledSignIn,
  Enrolment,
  EnrolmentMethod,
  Instant,
  PasskeyCreation,
  TokenPair,
  TwoFactorEnrolmentRequired,
} from './wire.ts'

/** Ten backup codes, which are shown only once. `account.get()` returns the account. */
export type Enrolled = { state: 'signed_in'; backup: string[] }

/** The first factor was right, and a second one has to be set up before anybody is signed in. */
export type EnrolmentStep = {
  state: 'two_factor_enrolment'
  /** Any of these. Skip those that the application has no form for. */
  methods: EnrolmentMethod[]
  expiresAt: Instant
  /** Starts to set up an authenticator app: show `qr`, and `secret` to type. */
  begin(): Promise<Enrolment>
  /**
   * Ends the setup with the app's first code.
   * @throws {Refused} `wrong_code`: ask for another one
   * @throws {Refused} `invalid_challenge`: it took too long, or too many tries. Start with the first factor again.
   */
  confirm(code: string): Promise<Enrolled>
  /**
   * Has the person make a passkey, if `methods` has that. It is asked for after the password.
   * @throws {DOMException} `NotAllowedError` when the person cancelled: offer it again, or another method
   */
  addPasskey(options?: { name?: string } & PasskeyOptions): Promise<Enrolled>
  /** For a page whose own server talks to the service: the input of `createPasskey` there. */
  startPasskey(): Promise<PasskeyCreation>
  /** Completes that setup, with the result of `createPasskey`. */
  confirmPasskey(made: { credential: PasskeyCredential; name?: string | undefined }): Promise<Enrolled>
}

type Steps = {
  enter(pair: TokenPair): Promise<void>
  orForget<Result>(answered: Promise<Result>): Promise<Result>
}

export const newEnrolmentStep = (
  call: Call,
  enter: Steps['enter'],
  orForget: Steps['orForget'],
  { challenge, methods, expiresAt }: TwoFactorEnrolmentRequired,
): EnrolmentStep => {
  const ask = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    orForget(call(method, `/auth/two-factor/enrolment${path}`, { challenge, ...body }))
  const finish = async (path: string, proof: object): Promise<Enrolled> => {
    const { backup, ...pair } = await decided(ask<EnrolledSignIn>('PATCH', path, proof), isPair)
    await enter(pair)
    // the codes are stored nowhere, so no further call may fail here
    return { state: 'signed_in', backup }
  }
  const startPasskey = () => ask<PasskeyCreation>('POST', '/passkey')
  const confirmPasskey: EnrolmentStep['confirmPasskey'] = (made) => finish('/passkey', made)

  return {
    state: 'two_factor_enrolment',
    methods,
    expiresAt,
    begin: () => ask('POST', ''),
    confirm: (code) => finish('', { code }),
    addPasskey: async ({ name, ...options } = {}) =>
      confirmPasskey({ credential: await createPasskey(startPasskey, options), name }),
    startPasskey,
    confirmPasskey,
  }
}
