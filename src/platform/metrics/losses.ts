/** What an account may lose: any of its means, or one of a kind. */
export const losses = [
  'anything',
  'password',
  'passkey',
  'provider',
  'totp',
  'backup_code',
  'mailbox',
] as const

export type Loss = (typeof losses)[number]
