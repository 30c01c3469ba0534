import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import type { Runner } from '../../platform/db/db.ts'
import type { Refused } from '../../platform/errors.ts'
import type { PresentedVisit, Visitor } from '../../sessions/authenticate-visit.ts'
import type { VisitKind } from '../../sessions/lifetimes.ts'
import type { CookieName, Onward, Outcome, Typed, Visit } from './hosted-page.ts'

/** Pages with visits and cookies of their own: a cookie knows no port, so one of the same name would reach them all. */
export type Realm = {
  kind: VisitKind
  /** What a cookie is called, after the name of the service. */
  cookieOf(name: CookieName): string
  /** Where browsers reach it, if that is known. */
  publicUrlOf(config: Config): string | undefined
  /** The page that changes the language. */
  languagePath: string
  /** Who may see its pages, if the visit that is claimed is theirs. */
  find(deps: Deps, claimed: PresentedVisit | undefined, runner?: Runner): Promise<Visitor | undefined>
  /** Where people continue who are not signed in. */
  toSignIn(visit: Visit): Onward
  /** And whose proof of identity is too old. */
  toProof(visit: Visit): Onward
  /** And who have to confirm their address. */
  toAwaitEmail(visit: Visit): Onward
  /** The page in place of one that refuses. */
  instead(visit: Visit, refused: Refused): Promise<Outcome>
  /** Asks for what a refused act needs, and sends the act again with it. */
  askAlong?(visit: Visit, act: string, typed: Typed, error: unknown): Promise<Outcome | undefined>
}
