import { sealedPasswords } from './queries.ts'

export const passwords = {
  tables: ['passwords'],
  spread: { passwords: 'user_id' },
  sealed: [sealedPasswords],
}
