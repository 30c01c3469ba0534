import type { Deps } from '../../src/deps.ts'
import { prepared } from '../../src/platform/db/sql.ts'

/** The work done for requests since `reset`. */
export type Work = { hashes: number; statements: string[]; reset(): void }

/** What is written behind the answers, at most once a second and at any time. */
const afterwards = new Set(['upsertRefusal', 'upsertUnownedRefusal'])

/** The same parts, recording their use: every password hash and the text of every statement. */
export const counted = ({ db, passwords }: Deps): { work: Work; parts: Pick<Deps, 'db' | 'passwords'> } => {
  const work: Work = {
    hashes: 0,
    statements: [],
    reset: () => Object.assign(work, { hashes: 0, statements: [] }),
  }
  return {
    work,
    parts: {
      db: {
        ...db,
        run: (statement) => {
          if (!afterwards.has(statement.name))
            work.statements.push(prepared(statement).text.replace(/\s+/g, ' '))
          return db.run(statement)
        },
      },
      passwords: {
        ...passwords,
        hash: (password, userId) => {
          work.hashes++
          return passwords.hash(password, userId)
        },
        // no hash if `admit` refuses
        verify: (password, stored, admit = async () => {}) =>
          passwords.verify(password, stored, async () => {
            await admit()
            work.hashes++
          }),
      },
    },
  }
}
