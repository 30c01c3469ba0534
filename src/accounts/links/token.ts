import { createHash, randomBytes } from 'node:crypto'
import { uuidBytes, uuidText } from '../../platform/crypto/id.ts'

const secretBytes = 32
const userIdBytes = 16

const prefixes = {
  verification: 'sp_ev_',
  reset: 'sp_pr_',
  'email-change': 'sp_ec_',
  'email-undo': 'sp_eu_',
  'two-factor-reset': 'sp_tr_',
  'two-factor-keep': 'sp_tk_',
} as const

export type LinkTokenKind = keyof typeof prefixes

export type LinkKey = { userId: string; kind: LinkTokenKind; digest: Buffer }

export const newLinkToken = (kind: LinkTokenKind, userId: string): { token: string; key: LinkKey } => {
  const raw = Buffer.concat([uuidBytes(userId), randomBytes(secretBytes)])
  return { token: prefixes[kind] + raw.toString('base64url'), key: { userId, kind, digest: digestOf(raw) } }
}

/** Needs no query. Each token has one spelling; anything else is `undefined`. */
export const readLinkToken = (kind: LinkTokenKind, token: string): LinkKey | undefined => {
  const prefix = prefixes[kind]
  const raw = Buffer.from(token.slice(prefix.length), 'base64url')
  if (raw.length !== userIdBytes + secretBytes || prefix + raw.toString('base64url') !== token) return
  return { userId: uuidText(raw.subarray(0, userIdBytes)), kind, digest: digestOf(raw) }
}

const digestOf = (raw: Buffer) => createHash('sha256').update(raw).digest()
