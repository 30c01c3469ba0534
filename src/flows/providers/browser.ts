import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Proofs } from '../../credentials/identities/providers/provider.ts'

const secretBytes = 32

/** In a cookie while the browser is at a provider. Everything else derives from it; the database has its digest. */
export type BrowserSecret = string

export const newBrowserSecret = (): BrowserSecret => newState()

/** @returns undefined unless it has the form of one */
export const readBrowserSecret = (value: string | undefined): BrowserSecret | undefined =>
  value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined

/** Identifies one round trip to a provider: 256 random bits. */
export const newState = (): string => randomBytes(secretBytes).toString('base64url')

/** Ties a provider's answer to one round trip of one browser. */
export const proofsOf = (secret: BrowserSecret, state: string): Proofs => ({
  state,
  nonce: derived(secret, `nonce ${state}`),
  codeVerifier: derived(secret, `verifier ${state}`),
})

/** What is stored of a secret or a state. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const derived = (secret: BrowserSecret, label: string) =>
  createHmac('sha256', secret).update(label).digest('base64url')
