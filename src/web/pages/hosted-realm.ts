import { findVisitor } from '../../sessions/authenticate-visit.ts'
import { insteadOf } from './instead-of.ts'
import { thisPage } from './next-page.ts'
import { paths } from './paths.ts'
import type { Realm } from './realm.ts'
import { askFactor } from './settings/ask-factor.ts'

/** The hosted pages, for everybody. */
export const hostedRealm: Realm = {
  kind: 'page',
  cookieOf: (name) => name,
  publicUrlOf: ({ publicUrl }) => publicUrl,
  languagePath: paths.language,
  find: findVisitor,
  toSignIn: (visit) => ({ to: visit.at(paths.signIn, { next: thisPage(visit) }) }),
  toProof: (visit) => ({ to: visit.at(paths.confirmIdentity, { next: thisPage(visit) }) }),
  toAwaitEmail: (visit) => ({ to: visit.at(paths.awaitEmail, { next: thisPage(visit) }) }),
  instead: insteadOf,
  askAlong: askFactor,
}
