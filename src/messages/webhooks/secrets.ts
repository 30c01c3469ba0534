import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'

/** Where a webhook leads, and what it tells. */
export type WebhookTarget = { id: string; url: string; types: readonly string[]; includesAddresses: boolean }

/** During a rotation there are two. */
export type WebhookSecrets = { secret: string; former?: string | undefined }

// Standard Webhooks 1.0: 24 to 64 bytes
const secretBytes = 32

export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

/** They open for this target only: nobody without the key can lead news elsewhere, or have more told. */
export const sealWebhook = (keys: KeyRing, target: WebhookTarget, secrets: WebhookSecrets): Buffer =>
  seal(keys, Buffer.from(JSON.stringify(secrets)), ownerOf(target))

/** @returns undefined if they don't open: a key has left, or the row was changed */
export const openWebhook = (
  keys: KeyRing,
  target: WebhookTarget,
  sealed: Uint8Array,
): WebhookSecrets | undefined => {
  const opened = unseal(keys, sealed, ownerOf(target))
  return opened && JSON.parse(opened.toString())
}

/** Those that a message is signed with. @param hasFormer whether the former one is still good */
export const signingSecrets = ({ secret, former }: WebhookSecrets, hasFormer: boolean): string[] =>
  hasFormer && former ? [secret, former] : [secret]

const ownerOf = ({ id, url, types, includesAddresses }: WebhookTarget) =>
  `webhook ${JSON.stringify([id, url, types, includesAddresses])}`
