import { sweepSpent } from './queries/challenges.ts'
import { passkeySealing } from './queries/passkeys.ts'

/** Public-key credentials that people sign in with (WebAuthn level 3). */
export const passkeys = {
  tables: ['passkeys', 'passkey_challenges'],
  spread: { passkeys: 'user_id', passkey_challenges: 'user_id' },
  sealings: [passkeySealing],
  jobs: [{ name: 'delete answered passkey challenges', run: sweepSpent }],
}
