import type { Token, TokenPair } from '../../contract/wire.ts'
import type { Deps } from '../deps.ts'
import { deriveToken, type TokenKind } from '../platform/crypto/token.ts'
import type { TokenRow } from './queries/sessions.ts'

/** The tokens of the current generation. The same row always gives the same bytes. */
export const pairOf = (deps: Deps, row: TokenRow): TokenPair => ({
  accessToken: tokenOf(deps, row, 'access', row.accessEndsAt),
  refreshToken: tokenOf(deps, row, 'refresh', row.refreshEndsAt),
})

const tokenOf = (deps: Deps, row: TokenRow, kind: TokenKind, endsAt: Date): Token => ({
  type: 'bearer',
  name: null,
  token: deriveToken(deps.keys[0], { ...row, kind }, row.seed),
  abilities: row.awaitsEmail ? ['email:verify'] : ['*'],
  lastUsedAt: row.rotatedAt.toISOString(),
  expiresAt: endsAt.toISOString(),
})
