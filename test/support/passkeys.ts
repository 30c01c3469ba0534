import assert from 'node:assert/strict'
import type { AddedPasskey, PasskeyRequest } from '../../contract/wire.ts'
import { newPasskey, type Oddities, type SoftwarePasskey } from '../../src/test-mode/authenticator.ts'
import { type Answer, post, send } from './http.ts'
import { publicUrl } from './mailing.ts'

type At = { address: string }
type Owner = { userId: string; accessToken: string }

export const passkeysOf = ({ userId }: { userId: string }): string => `/users/${userId}/passkeys`

/** A passkey in a browser on the service's own pages. */
export const newOwnPasskey = (usual: Partial<Parameters<typeof newPasskey>[0]> = {}): SoftwarePasskey =>
  newPasskey({ origin: publicUrl, ...usual })

/** Begins to add one. @throws unless it may */
export const beginPasskey = async (service: At, owner: Owner, body?: object) => {
  const begun = await post(service, passkeysOf(owner), body, { token: owner.accessToken })
  assert.equal(begun.status, 201, begun.text)
  return begun.body
}

/** Sends what the browser has made. */
export const confirmPasskey = (
  service: At,
  owner: Owner,
  credential: object,
  name?: string,
): Promise<Answer> =>
  send(service, 'PUT', passkeysOf(owner), { token: owner.accessToken, body: { credential, name } })

/** Adds a passkey. @throws unless it was added */
export const addPasskey = async (
  service: At,
  owner: Owner,
  {
    passkey = newOwnPasskey(),
    asSecondFactor = false,
    along,
  }: { passkey?: SoftwarePasskey; asSecondFactor?: boolean; along?: object } = {},
): Promise<
  { passkey: SoftwarePasskey } & Omit<AddedPasskey, 'passkey'> & { added: AddedPasskey['passkey'] }
> => {
  const begun = await beginPasskey(service, owner, { asSecondFactor, ...along })
  const answer = await confirmPasskey(service, owner, passkey.create(begun))
  assert.equal(answer.status, 201, answer.text)
  const { passkey: added, ...codes } = answer.body as AddedPasskey
  return { passkey, added, ...codes }
}

/** The service's request for a passkey. @throws without one */
export const askFor = async (
  service: At,
  body: object = {},
  options: { token?: string } = {},
): Promise<PasskeyRequest> => {
  const answer = await post(service, '/auth/passkeys/challenge', body, options)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export const sendAssertion = (service: At, credential: unknown): Promise<Answer> =>
  post(service, '/auth/token', { grant_type: 'passkey', credential })

/** Signs in by a passkey alone. */
export const signInBy = async (
  service: At,
  passkey: SoftwarePasskey,
  oddities: Oddities = {},
): Promise<Answer> => sendAssertion(service, passkey.get(await askFor(service), oddities))

/** A proof of identity by a passkey, or a second factor for a request. */
export const proofBy = async (
  service: At,
  { accessToken: token }: Pick<Owner, 'accessToken'>,
  passkey: SoftwarePasskey,
  oddities: Oddities = {},
) => {
  const asked = await askFor(service, { purpose: 'proof' }, { token })
  return { method: 'passkey', credential: passkey.get(asked, oddities) }
}
