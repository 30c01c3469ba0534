import type { Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import type { Fragment } from '../platform/db/sql.ts'

/** A point in an account's past, and whether it had a second factor then. */
export type Since = { changedAt: Date; hadFactor: boolean }

/** A way to prove who one is. Whatever has to know all of them reads the list in `index.ts`. */
export type Credential = {
  readonly kind: string
  readonly proves: 'first' | 'second'
  /** Whether it suffices: as a way in, or as a second factor. Backup codes alone do not. */
  readonly standsAlone: boolean
  /** Whether a user has one that works, as a condition in SQL. */
  isSetUp(userId: Fragment): Fragment
  /** Deletes all of it, what is being set up too. @returns what it was, by name */
  deleteAll(runner: Runner, userId: string): Promise<string[]>
  /** Deletes what was set up since then. @returns what it was, by name */
  deleteSince(runner: Runner, userId: string, since: Since): Promise<string[]>
}

/** A credential that is asked for after the first one. */
export type SecondFactor = Credential & {
  readonly proves: 'second'
  /** Checks and spends a code: of several simultaneous ones, a single one is accepted. */
  accepts(deps: Deps, userId: string, code: string): Promise<boolean>
}
