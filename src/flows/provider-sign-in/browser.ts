import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Proofs } from '../../credentials/identities/providers/provider.ts'

const secretBytes = 32

/** What a browser keeps while it is away at a provider. All else is made from it, and the database has its digest only. */
export type BrowserSecret = string

export const newBrowserSecret = (): BrowserSecret => newState()

/** A cookie's value, when it can be such a secret. */
export const readBrowserSecret = (value: string | undefined): BrowserSecret | undefined =>
  value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined

/** Names one sign-in to the provider and back: 256 random bits. */
export const newState = (): string => randomBytes(secretBytes).toString('base64url')

/** What ties a provider's answer to one sign-in of one browser. */
export const proofsOf = (secret: BrowserSecret, state: string): Proofs => ({
  state,
  nonce: derived(secret, `nonce ${state}`),
  codeVerifier: derived(secret, `verifier ${state}`),
})

/** What a secret or a state is stored by. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const derived = (secret: BrowserSecret, label: string) =>
  createHmac('sha256', secret).update(label).digest('base64url')
