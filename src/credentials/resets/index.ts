import { sealedTokens } from './queries.ts'

export const twoFactorResets = {
  name: 'resets',
  tables: ['two_factor_resets'],
  sealed: [sealedTokens],
}
