import { countDependent } from '../../src/credentials/queries.ts'
import { type Check, ok, warn } from './check.ts'

const mostCounted = 100_000

/** Who depends on the setting. Invited people have yet to choose a way in, and do not count. */
export const emailSignInCheck: Check = {
  name: 'email-sign-in',
  run: async (facts) => {
    const { emailSignIn } = facts.settings('emailSignIn')
    const people = await countDependent(await facts.rows(), mostCounted)
    if (people === 0) return [ok('Nobody depends on a mailed code to sign in.')]
    if (emailSignIn)
      return [ok(`${people} people can only sign in with a mailed code, while EMAIL_SIGN_IN is on.`)]
    return [
      warn(
        `${people} people cannot sign in: EMAIL_SIGN_IN is off, and a mailed code was their only way in.`,
        'Set EMAIL_SIGN_IN=on again, or have them set a password by "Forgot your password?".',
      ),
    ]
  },
}
