import type { Credential, SecondFactor } from '../credential.ts'
import {
  deletePasskeys,
  hadGuardingPasskey,
  hasGuardingPasskey,
  hasSigningPasskey,
} from './queries/passkeys.ts'
import { deletePasskeysSince, deleteSigners, unguardPasskeysSince } from './queries/suspects.ts'
import { relyingPartyOf } from './relying-party.ts'

// whether a key is in hardware or in software cannot be told without attestation
const amr = ['pop', 'user']

/** A passkey that verifies its owner proves both factors, and opens the account by itself. */
export const signingPasskey: Credential = {
  kind: 'passkey',
  proves: 'first',
  amr,
  standsAlone: true,
  isSetUp: hasSigningPasskey,
  isOffered: (userId, config) => (relyingPartyOf(config) ? hasSigningPasskey(userId) : undefined),
  deleteAll: deletePasskeys,
  deleteFirst: deleteSigners,
  deleteSince: deletePasskeysSince,
}

/** One that is asked for after a password, as a security key is. */
export const guardingPasskey: SecondFactor = {
  kind: 'passkey',
  proves: 'second',
  amr,
  standsAlone: true,
  isSetUp: hasGuardingPasskey,
  wasSetUp: hadGuardingPasskey,
  deleteAll: (runner, userId) => deletePasskeys(runner, userId, { onlySecondFactors: true }),
  deleteSince: unguardPasskeysSince,
}
