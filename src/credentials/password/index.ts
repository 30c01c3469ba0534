import { sealedPasswords } from './queries.ts'

export const passwords = {
  name: 'password',
  tables: ['passwords'],
  sealed: [sealedPasswords],
}
