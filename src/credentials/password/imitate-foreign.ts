import type { Deps } from '../../deps.ts'
import { listForeignExamples } from './queries.ts'

/**
 * While hashes of other systems wait for their owners, every password is checked as one of them is, so that how long a sign-in takes
 * doesn't tell who was imported and has not signed in yet. Each process looks by itself.
 */
export const imitateForeign = async ({ db, passwords }: Pick<Deps, 'db' | 'passwords'>): Promise<void> =>
  passwords.imitate(await listForeignExamples(db))
