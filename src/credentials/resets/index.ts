import { sealedTokens } from './queries.ts'

export const twoFactorResets = {
  name: 'resets',
  tables: ['two_factor_resets'],
  spread: { two_factor_resets: 'user_id' },
  sealed: [sealedTokens],
}
