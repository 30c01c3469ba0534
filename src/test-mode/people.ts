import { randomUUID } from 'node:crypto'
import type { AddedPasskey, Enrolment, PasskeyCreation, TokenPair } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import { changeExternalId } from '../flows/operators/acts/change-external-id.ts'
import { type PresentedToken, readToken } from '../platform/crypto/token.ts'
import { newPasskey } from './authenticator.ts'
import { formerCode } from './one-time-code.ts'
import { done, type OwnInterface } from './own-interface.ts'
import type { Parts } from './parts.ts'
import type { TestPerson, WantedPerson } from './testing-types.ts'

type Making = { deps: Deps; parts: Parts; ask: OwnInterface; deliver: () => Promise<void> }

/** Registers somebody, by what an application would call. Their mails until then are gone. @throws `Unanswered` */
export const makePerson = async (
  making: Making,
  {
    email = `${randomUUID()}@example.com`,
    password = randomUUID(),
    verified = true,
    twoFactor,
    externalId,
  }: WantedPerson,
): Promise<TestPerson> => {
  const { deps, parts, ask, deliver } = making
  const registration = { email, password, passwordConfirmation: password }
  const tokens = await done<TokenPair>(ask('POST', '/auth/register', registration))
  const { token } = tokens.accessToken
  const { userId: id } = readToken(deps.keys, 'access', token) as PresentedToken
  if (verified && deps.config.emailVerification !== 'off') await verify(making, email, token)
  const actor = { kind: 'operator' } as const
  if (externalId !== undefined) await changeExternalId(deps, id, { externalId, actor, reason: undefined })
  const guarded = twoFactor && (await guards[twoFactor](making, { id, token }))
  await deliver()
  parts.mailbox.remove({ to: email })
  return { id, email, password, tokens, ...guarded }
}

const verify = async ({ parts, ask, deliver }: Making, email: string, token: string) => {
  await deliver()
  const { code } = parts.mailbox.list({ to: email, kind: 'verify-email' }).at(-1) ?? {}
  await done(ask('POST', '/auth/email/verify', { email, code }, token))
}

type Owner = { id: string; token: string }
type Guarded = Pick<TestPerson, 'totp' | 'passkey' | 'backup'>

const guards: Record<'totp' | 'passkey', (making: Making, owner: Owner) => Promise<Guarded>> = {
  totp: async ({ deps, ask }, { id, token }) => {
    const path = `/users/${id}/settings/2fa`
    const { secret, uri } = await done<Enrolment>(ask('POST', path, {}, token))
    const code = formerCode(deps, secret)
    const { backup } = await done<{ backup: string[] }>(ask('PATCH', path, { code }, token))
    return { totp: { secret, uri }, backup }
  },
  passkey: async ({ deps, parts, ask }, { id, token }) => {
    const path = `/users/${id}/passkeys`
    const asked = await done<PasskeyCreation>(ask('POST', path, { asSecondFactor: true }, token))
    const passkey = newPasskey({ origin: new URL(`${deps.config.publicUrl}`).origin })
    const credential = passkey.create(asked)
    const { backup } = await done<AddedPasskey>(ask('PUT', path, { credential }, token))
    parts.passkeys.set(passkey.id, passkey)
    return { passkey: { id: passkey.id }, ...(backup && { backup }) }
  },
}
