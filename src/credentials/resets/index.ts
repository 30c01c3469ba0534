export const twoFactorResets = {
  name: 'resets',
  tables: ['two_factor_resets'],
}
