import { sealedTokens } from './queries.ts'

export const twoFactorResets = {
  tables: ['two_factor_resets'],
  spread: { two_factor_resets: 'user_id' },
  sealed: [sealedTokens],
}
