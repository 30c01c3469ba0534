import { countForeign, countPasswords } from '../../src/credentials/password/queries.ts'
import { hashCost } from '../../src/platform/crypto/password.ts'
import { type Check, ok } from './check.ts'

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
