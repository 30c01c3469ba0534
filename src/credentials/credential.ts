import type { Suspicion } from '../accounts/users/queries/suspects.ts'
import type { Client, Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import type { Fragment } from '../platform/db/sql.ts'

/** A change to be undone, and whether the account had a second factor then. */
export type Since = Suspicion & {
  hadFactor: boolean
  /** Whether it had, and all that it has now are later ones: without them, nobody would be asked for any. */
  mustKeepFactor: boolean
}

/** A way to prove one's identity. Whatever concerns all of them uses the list in `index.ts`. */
export type Credential = {
  readonly kind: string
  readonly proves: 'first' | 'second'
  /** How other services are told of it: RFC 8176 §2, and `fed` for a provider, of which it has no word. */
  readonly amr: readonly string[]
  /** Whether it suffices as a way in or as a second factor. Backup codes alone don't. */
  readonly standsAlone: boolean
  /** Whether a user has a working one, as an SQL condition. */
  isSetUp(userId: Fragment): Fragment
  /** Deletes everything, including pending setups. @returns what it was, by name */
  deleteAll(runner: Runner, userId: string): Promise<string[]>
  /** The same, but for what is a second factor, too, which no longer opens anything by itself. Absent where nothing is. */
  deleteFirst?(runner: Runner, userId: string): Promise<string[]>
  /** Deletes what was set up since then, or shortly before by whoever may have made the change. @returns what it was, by name */
  deleteSince(runner: Runner, userId: string, since: Since): Promise<string[]>
}

/** A credential that is asked for after the first one, and makes two-factor authentication what it is. */
export type SecondFactor = Credential & {
  readonly proves: 'second'
  readonly standsAlone: true
  /** Whether a user has one that is not suspect, as an SQL condition. */
  wasSetUp(userId: Fragment, suspicion: Suspicion): Fragment
}

/** One that is proven by a code. */
export type CodeFactor = Credential & {
  readonly proves: 'second'
  /** Whether what is typed is one of these, whichever was asked for. */
  looksLike(code: string): boolean
  /** Checks a code, and spends nothing yet. @returns what is wrong with it, if anything is */
  check(deps: Deps, userId: string, code: string): Promise<UnspentCode | CodeFault>
}

/** A code that is right. */
export type UnspentCode = {
  /** To be called in the transaction of what the code is for: of several simultaneous ones, a single one is accepted. */
  spend(runner: Runner, client: Client): Promise<CodeFault | undefined>
  /** Once that is committed. */
  noteSpent?(): void
}

/** `spent`: the code was right, and has been accepted before. */
export type CodeFault = 'spent' | 'wrong'
