import { countPasswords } from '../../src/credentials/password/queries.ts'
import { hashCost } from '../../src/platform/crypto/password.ts'
import { type Check, ok } from './check.ts'

/** Passwords that the next sign-in rehashes. They work while their key is present, which `key` checks. */
export const passwordsCheck: Check = {
  name: 'passwords',
  run: async (facts) => {
    const db = await facts.rows()
    const [{ id }] = await facts.keys()
    const { all, ofOtherKeys, ofOtherCost } = await countPasswords(db, id, hashCost)
    if (ofOtherKeys + ofOtherCost === 0) return [ok(`All ${all} passwords have a hash of today's kind.`)]
    return [
      ok(
        `Of ${all} passwords, ${ofOtherKeys} still need an earlier key, and ${ofOtherCost} have other parameters.`,
      ),
    ]
  },
}
