import { type OpaqueKey, opaqueTokens } from '../../platform/crypto/opaque-tokens.ts'

const tokens = {
  verification: opaqueTokens('sp_ev_', 'userId'),
  reset: opaqueTokens('sp_pr_', 'userId'),
  'email-change': opaqueTokens('sp_ec_', 'userId'),
  'email-undo': opaqueTokens('sp_eu_', 'userId'),
  invite: opaqueTokens('sp_in_', 'userId'),
  'two-factor-reset': opaqueTokens('sp_tr_', 'userId'),
  'two-factor-keep': opaqueTokens('sp_tk_', 'userId'),
}

export type LinkTokenKind = keyof typeof tokens

export type LinkKey = OpaqueKey<'userId'> & { kind: LinkTokenKind }

export const newLinkToken = (kind: LinkTokenKind, userId: string): { token: string; key: LinkKey } => {
  const { token, key } = tokens[kind].issue({ userId })
  return { token, key: { ...key, kind } }
}

export const readLinkToken = (kind: LinkTokenKind, token: string): LinkKey | undefined => {
  const key = tokens[kind].read(token)
  return key && { ...key, kind }
}
