import type { Credential } from '../credential.ts'
import { deletePassword, hasPassword } from './queries.ts'

const named = (wasThere: boolean) => (wasThere ? ['password'] : [])

export const password: Credential = {
  kind: 'password',
  proves: 'first',
  amr: ['pwd'],
  standsAlone: true,
  isSetUp: hasPassword,
  deleteAll: async (runner, userId) => named(await deletePassword(runner, userId)),
  deleteSince: async (runner, userId, since) => named(await deletePassword(runner, userId, since)),
}
