import type { Deps } from '../deps.ts'
import type { Runner } from '../platform/db/db.ts'
import type { Fragment } from '../platform/db/sql.ts'

export type Since = { changedAt: Date; hadFactor: boolean }

/** A way to prove one's identity. Whatever concerns all of them uses the list in `index.ts`. */
export type Credential = {
  readonly kind: string
  readonly proves: 'first' | 'second'
  /** Whether it suffices as a way in or as a second factor. Backup codes alone don't. */
  readonly standsAlone: boolean
  /** Whether a user has a working one, as an SQL condition. */
  isSetUp(userId: Fragment): Fragment
  /** Deletes everything, including pending setups. @returns what it was, by name */
  deleteAll(runner: Runner, userId: string): Promise<string[]>
  /** Deletes what was set up since then. @returns what it was, by name */
  deleteSince(runner: Runner, userId: string, since: Since): Promise<string[]>
}

/** A credential that is asked for after the first one. */
export type SecondFactor = Credential & {
  readonly proves: 'second'
  /** Checks and spends a code: of several simultaneous ones, a single one is accepted. */
  check(deps: Deps, userId: string, code: string): Promise<Checked>
}

/** `spent`: the code was right, and has been accepted before. */
export type Checked = 'accepted' | 'spent' | 'wrong'
