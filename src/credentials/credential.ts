import type { Suspicion } from '../accounts/users/queries/suspects.ts'
import type { Config } from '../config/config.ts'
import type { Client, Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import type { Fragment } from '../platform/db/sql.ts'

/** A change to be undone, and whether the account had a second factor then. */
export type Since = Suspicion & {
  hadFactor: boolean
  /** Whether it had, and all its present ones are later: without them, none would be asked for. */
  mustKeepFactor: boolean
}

/** What decides which ways are offered. */
export type Offering = {
  config: Pick<
    Config,
    'emailSignIn' | 'oauthProviders' | 'publicUrl' | 'productName' | 'passkeyRpId' | 'passkeyOrigins'
  >
}

/** A way to prove one's identity. Code that concerns all of them uses the list in `index.ts`. */
export type Credential = {
  readonly kind: string
  readonly proves: 'first' | 'second'
  /** Its name for other services: RFC 8176 §2, and `fed` for a provider, which has no name there. */
  readonly amr: readonly string[]
  /** Whether it is enough as a way in or as a second factor. Backup codes alone are not. */
  readonly standsAlone: boolean
  /** Whether a user has a working one, as an SQL condition. */
  isSetUp(userId: Fragment): Fragment
  /** The same for one that opens anything with these settings, and undefined if none does; as `isSetUp`, unless it says. */
  isOffered?(userId: Fragment, config: Offering['config']): Fragment | undefined
  /** Deletes everything, including pending setups. @returns what it was, by name */
  deleteAll(runner: Runner, userId: string): Promise<string[]>
  /** The same, except for second factors, which then no longer open anything alone. Absent if none can be one. */
  deleteFirst?(runner: Runner, userId: string): Promise<string[]>
  /** Deletes what was set up since then, or shortly before by the change's possible author. @returns the names */
  deleteSince(runner: Runner, userId: string, since: Since): Promise<string[]>
  /** Ends what was mailed and proves the mailbox, for whatever makes such proofs void. */
  cancelMailed?(runner: Runner, userId: string): Promise<void>
}

/** What goes when credentials go, and proves nothing itself. */
export type Remembered = Pick<Credential, 'kind' | 'deleteAll' | 'deleteSince'> & {
  readonly proves: 'nothing'
  readonly deleteFirst?: undefined
  readonly amr: readonly []
  readonly standsAlone: false
}

/** A credential that is asked for after the first one, and constitutes two-factor authentication. */
export type SecondFactor = Credential & {
  readonly proves: 'second'
  readonly standsAlone: true
  /** Whether a user has one that is not suspect, as an SQL condition. */
  wasSetUp(userId: Fragment, suspicion: Suspicion): Fragment
}

/** One that is proven by a code. */
export type CodeFactor = Credential & {
  readonly proves: 'second'
  /** Whether the input is one of these, whichever was asked for. */
  looksLike(code: string): boolean
  /** Checks a code, and spends nothing yet. @returns the fault, if any */
  check(deps: Deps, userId: string, code: string): Promise<UnspentCode | CodeFault>
}

/** A correct code. */
export type UnspentCode = {
  /** To be called in the transaction that the code allows: of simultaneous uses, only one is accepted. */
  spend(runner: Runner, client: Client): Promise<CodeFault | undefined>
  /** Called once that is committed. */
  noteSpent?(): void
}

/** `spent`: the code was right, and has been accepted before. */
export type CodeFault = 'spent' | 'wrong'
