import { countForeign, countPasswords } from '../../src/credentials/password/queries.ts'
import { missingFor } from '../../src/platform/crypto/foreign/foreign-hash.ts'
import { hashCost } from '../../src/platform/crypto/password.ts'
import { type Check, type Finding, fail, ok } from './check.ts'

/** Passwords that the next sign-in rehashes. They work while their key is present, which `key` checks. */
export const passwordsCheck: Check = {
  name: 'passwords',
  run: async (facts) => {
    const db = await facts.rows()
    const [{ id }] = await facts.keys()
    const { all, ofOtherKeys, ofOtherCost } = await countPasswords(db, id, hashCost)
    const foreign = await countForeign(db)
    const count = foreign.reduce((sum, each) => sum + each.count, 0)
    if (ofOtherKeys + ofOtherCost + count === 0)
      return [ok(`All ${all} passwords have a hash of today's kind.`)]
    const missing = await missingIn(foreign)
    if (missing.length > 0) return missing
    const ofForeign =
      count > 0
        ? [
            ok(
              `Of those who were imported, ${count} have not signed in yet (${foreign.map(({ scheme, count }) => `${scheme}: ${count}`).join(', ')}).`,
            ),
          ]
        : []
    return [
      ...ofForeign,
      ok(
        `Of ${all} passwords, ${ofOtherKeys} still need an earlier key, and ${ofOtherCost} have other parameters.`,
      ),
    ]
  },
}

type Counted = { scheme: string; count: number }

/** Those that nobody can sign in with here. */
const missingIn = async (foreign: readonly Counted[]): Promise<Finding[]> => {
  const checked = await Promise.all(
    foreign.map(async ({ scheme, count }) => ({ scheme, count, missing: await missingFor(scheme) })),
  )
  return checked.flatMap(({ scheme, count, missing }) =>
    missing === undefined
      ? []
      : fail(
          `${count} people cannot sign in: their passwords are hashed by ${scheme}, and ${missing} is not installed.`,
          `Run npm install ${missing} where the service runs, and restart it.`,
        ),
  )
}
