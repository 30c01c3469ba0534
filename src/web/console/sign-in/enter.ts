import { challengeSeconds, isSessionOf } from '#flows/sign-in/second-step/challenge.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { visitToken } from '#sessions/authenticate-visit.ts'
import { endSession } from '#sessions/end.ts'
import { visitLifetimes } from '#sessions/lifetimes.ts'
import type { TokenRow } from '#sessions/queries/sessions.ts'
import type { Onward, Visit } from '../../pages/hosted-page.ts'
import { nextConsolePage } from '../next.ts'
import { consolePaths } from '../paths.ts'

/** Begins a visit to the console, in place of the browser's former one, or leads to the second step. @param open proves the identity */
export const enterConsole = async (visit: Visit, open: () => Promise<TokenRow>): Promise<Onward> => {
  const { deps, cookies, at, query, client } = visit
  try {
    const before = await visit.visitor()
    const row = await open()
    cookies.write('account', visitToken(deps, row, 'console'), visitLifetimes.console.sessionSeconds)
    // its own challenge lets a button pressed twice recognise that
    if (!isSessionOf(cookies.read('step') ?? '', row)) cookies.drop('step')
    cookies.drop('shown')
    const ended = { why: 'signed_in_again', address: client.address }
    if (before) await deps.db.transaction((runner) => endSession(runner, before, ended))
    return { to: at(nextConsolePage(query.next)) }
  } catch (error) {
    if (!isRefusedAs(error, 'two_factor_required')) throw error
    cookies.write('step', String(error.details.challenge), challengeSeconds)
    return { to: at(consolePaths.secondStep, { next: query.next }) }
  }
}
