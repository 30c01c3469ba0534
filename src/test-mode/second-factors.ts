import type { AddedPasskey, Enrolment, PasskeyCreation, TokenPair } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import { errorCode } from '../platform/properties-of.ts'
import { newPasskey } from './authenticator.ts'
import { formerCode } from './one-time-code.ts'
import { done, type OwnInterface } from './own-interface.ts'
import type { Parts } from './parts.ts'
import type { TestPerson, WantedPerson } from './testing-types.ts'

type Given = { deps: Pick<Deps, 'config' | 'now'>; parts: Pick<Parts, 'passkeys'>; ask: OwnInterface }
type Kind = NonNullable<WantedPerson['twoFactor']>
export type MadeFactor = Pick<TestPerson, 'totp' | 'passkey' | 'backup'>

/** Sets one up by an access token. @throws `Unanswered` */
export const enrolWhenSignedIn = async (
  given: Given,
  kind: Kind,
  { id, token }: { id: string; token: string },
): Promise<MadeFactor> => {
  const { made, answer } = await setUp[kind](given, {
    token,
    asked: {},
    totp: `/users/${id}/settings/2fa`,
    passkey: { path: `/users/${id}/passkeys`, add: 'PUT', options: { asSecondFactor: true } },
  })
  return { ...made, ...backupIn(answer) }
}

/** Sets up the one that is required, which completes the sign-in. @throws `Unanswered` */
export const enrolAtSignIn = async (
  given: Given,
  kind: Kind,
  challenge: string,
): Promise<MadeFactor & { tokens: TokenPair }> => {
  const { made, answer } = await setUp[kind](given, {
    asked: { challenge },
    totp: '/auth/two-factor/enrolment',
    passkey: { path: '/auth/two-factor/enrolment/passkey', add: 'PATCH' },
  })
  const { accessToken, refreshToken } = answer as TokenPair
  return { tokens: { accessToken, refreshToken }, ...made, ...backupIn(answer) }
}

const backupIn = ({ backup }: Answer) => (backup ? { backup } : {})

/** Who sets it up: an access token, or a challenge in what is asked; and where. */
type Place = {
  token?: string
  asked: object
  totp: string
  passkey: { path: string; add: 'PUT' | 'PATCH'; options?: object }
}

/** Tokens only to a challenge. */
type Answer = Partial<TokenPair> & Pick<AddedPasskey, 'backup'>

type SetUp = (given: Given, place: Place) => Promise<{ made: MadeFactor; answer: Answer }>

const setUp: Record<Kind, SetUp> = {
  totp: async ({ deps, ask }, { token, asked, totp: path }) => {
    const { secret, uri } = await done<Enrolment>(ask('POST', path, asked, token))
    const confirm = () => ask('PATCH', path, { ...asked, code: formerCode(deps, secret) }, token)
    const first = await confirm()
    // the half minute may have ended before the code was looked at
    const isLate = errorCode(first.body) === 'wrong_code'
    const answer = await done<Answer>(isLate ? confirm() : first)
    return { made: { totp: { secret, uri } }, answer }
  },
  passkey: async ({ deps, parts, ask }, { token, asked, passkey: { path, add, options } }) => {
    const creation = await done<PasskeyCreation>(ask('POST', path, { ...asked, ...options }, token))
    const passkey = newPasskey({ origin: new URL(`${deps.config.publicUrl}`).origin })
    const credential = passkey.create(creation)
    const answer = await done<Answer>(ask(add, path, { ...asked, credential }, token))
    parts.passkeys.set(passkey.id, passkey)
    return { made: { passkey: { id: passkey.id } }, answer }
  },
}
