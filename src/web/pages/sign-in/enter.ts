import { isSessionOf } from '#flows/sign-in/second-step/challenge.ts'
import { visitToken } from '#sessions/authenticate-visit.ts'
import { endSession } from '#sessions/end.ts'
import { pageLifetimes } from '#sessions/lifetimes.ts'
import { handOnVisit, type SessionKey, type TokenRow } from '#sessions/queries/sessions.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { type Flow, onwardOf } from './flow.ts'
import { leadingToNextStep } from './next-step.ts'

/**
 * Signs somebody in on the pages, or leads to the next step. The visit that this browser had before ends.
 * @param open proves who it is
 * @param landing the page of the way in that comes next, which hands on what the application asked for
 */
export const enter = (
  visit: Visit,
  flow: Flow,
  open: () => Promise<TokenRow>,
  landing: string = paths.onward,
): Promise<Onward> =>
  leadingToNextStep(visit, flow, async () => {
    const { deps, cookies, at } = visit
    const before = await visit.visitor()
    const row = await open()
    cookies.write('account', visitToken(deps, row), pageLifetimes.sessionSeconds)
    for (const spent of ['enrolment', 'app'] as const) cookies.drop(spent)
    // its own challenge tells a button that was pressed twice that this has happened
    if (!isSessionOf(cookies.read('step') ?? '', row)) cookies.drop('step')
    // the next person at this browser must not see them
    for (const earlier of ['hint', 'shown', 'from'] as const) cookies.drop(earlier)
    if (before) await endBefore(visit, before, row)
    return { to: at(landing, onwardOf(flow)) }
  })

// the new visit is there by now, and may have spent a backup code: it must not be lost with this
const endBefore = async ({ deps, client }: Visit, before: SessionKey, row: TokenRow): Promise<void> => {
  const isSamePerson = before.userId === row.userId
  const ended = { why: 'signed_in_again', address: client.address }
  try {
    await deps.db.transaction(async (runner) => {
      if (isSamePerson) await handOnVisit(runner, before, row.sessionId)
      await endSession(runner, before, ended)
    })
  } catch (error) {
    deps.log.warn({ err: error, userId: before.userId }, 'the visit before a sign-in could not be ended')
  }
}
