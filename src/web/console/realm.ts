import { html } from '#platform/html.ts'
import { findOperatorVisitor } from '#sessions/console.ts'
import type { Outcome, Visit } from '../pages/hosted-page.ts'
import { paragraphs } from '../pages/page.ts'
import type { Realm } from '../pages/realm.ts'
import { refusalTexts } from '../pages/refusal-view.ts'
import { nextConsolePage, thisConsolePage } from './next.ts'
import { consolePaths } from './paths.ts'

/** The console: its visits are opened here alone, and open nothing else. */
export const consoleRealm: Realm = {
  kind: 'console',
  cookieOf: (name) => (name === 'account' ? 'console' : `console-${name}`),
  // it has an address of its own, which only its browsers know
  publicUrlOf: () => undefined,
  languagePath: consolePaths.language,
  find: findOperatorVisitor,
  toSignIn: (visit) => ({ to: visit.at(consolePaths.signIn, { next: nextOf(visit), news: 'ended' }) }),
  toProof: (visit) => ({ to: visit.at(consolePaths.prove, { next: nextOf(visit) }) }),
  toAwaitEmail: (visit) => ({ to: visit.at(consolePaths.signIn) }),
  instead: async (visit, refused): Promise<Outcome> => {
    const { words, at } = visit
    const { title, lead } = refusalTexts(words, refused)
    const content = html`${paragraphs([lead])}<p><a href="${at(consolePaths.overview)}">${words.console.signOut.back}</a></p>`
    return { title, content, status: refused.status, headers: refused.headers, isRefusal: true }
  },
}

/** Nothing for the page that a visit begins with. */
const nextOf = (visit: Visit) => {
  const next = nextConsolePage(thisConsolePage(visit))
  return next === consolePaths.overview ? undefined : next
}
