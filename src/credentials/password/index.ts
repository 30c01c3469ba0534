import { sealedPasswords } from './queries.ts'

export const passwords = {
  name: 'password',
  tables: ['passwords'],
  spread: { passwords: 'user_id' },
  sealed: [sealedPasswords],
}
