import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { haveSecondStep } from '#credentials/index.ts'
import { secondStepMethods } from '#credentials/second-step-methods.ts'
import { trustedDevice } from '#credentials/trusted-devices/credential.ts'
import { issueCode } from '#flows/return/issue-code.ts'
import { withParameters } from '#flows/return/redirect-uri.ts'
import type { Opened } from '#flows/sign-in/grants/grant.ts'
import { challengeSeconds, isSessionOf } from '#flows/sign-in/second-step/challenge.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Visitor, visitToken } from '#sessions/authenticate-visit.ts'
import { enrolmentSeconds } from '#sessions/challenges/enrolment.ts'
import { endSession } from '#sessions/end.ts'
import { pageLifetimes } from '#sessions/lifetimes.ts'
import { handOnVisit, type SessionKey, type TokenRow } from '#sessions/queries/sessions.ts'
import type { Onward, Visit } from '../hosted-page.ts'
import { nextPage } from '../next-page.ts'
import { paths } from '../paths.ts'
import { readCodes } from '../settings/codes-cookie.ts'
import { keepDeviceToken } from '../trust-device.ts'
import { noteSite } from './came-from.ts'
import { type Application, errorAt, type Flow, onwardOf, readFlow } from './flow.ts'

const nextSteps = [
  { code: 'two_factor_required', cookie: 'step', seconds: challengeSeconds, path: paths.secondStep },
  {
    code: 'two_factor_enrolment_required',
    cookie: 'enrolment',
    seconds: enrolmentSeconds,
    path: paths.enrolment,
  },
] as const

/**
 * Signs somebody in on the pages, or leads to the next step. The browser's previous visit ends.
 * @param open proves the identity
 * @param landing the page of the way in that comes next, which hands on what the application asked for
 */
export const enter = (
  visit: Visit,
  flow: Flow,
  open: () => Promise<Opened>,
  landing: string = paths.onward,
): Promise<Onward> =>
  leadingToNextStep(visit, flow, async () => {
    const { deps, cookies, at } = visit
    const before = await visit.visitor()
    const row = await open()
    cookies.write('account', visitToken(deps, row), pageLifetimes.sessionSeconds)
    keepDeviceToken(visit, row.deviceToken)
    for (const spent of ['enrolment', 'app'] as const) cookies.drop(spent)
    // its own challenge lets a button pressed twice recognise that
    if (!isSessionOf(cookies.read('step') ?? '', row)) cookies.drop('step')
    // the next person at this browser must not see them
    for (const earlier of ['hint', 'shown', 'from'] as const) cookies.drop(earlier)
    if (before) await endBefore(visit, before, row)
    return { to: at(landing, onwardOf(flow)) }
  })

// the new visit exists by now, and may have spent a backup code: a failure here must not lose it
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

/** Leads to the page of the next step, if one is needed: its challenge goes into a cookie, so that a reload finds it. */
export const leadingToNextStep = async (
  { cookies, at }: Visit,
  { parameters }: Flow,
  work: () => Promise<Onward>,
): Promise<Onward> => {
  try {
    return await work()
  } catch (error) {
    for (const { code, cookie, seconds, path } of nextSteps) {
      if (!isRefusedAs(error, code)) continue
      cookies.write(cookie, String(error.details.challenge), seconds)
      return { to: at(path, parameters) }
    }
    throw error
  }
}

export const stepChallengeOf = ({ cookies }: Visit): string => cookies.read('step') ?? ''

/** Where people continue whose challenge is over. A button pressed twice did its work the first time. */
export const afterStep = async (visit: Visit): Promise<Onward> => {
  const { deps, query, at, cookies } = visit
  const visitor = await visit.visitor()
  if (visitor && isSessionOf(stepChallengeOf(visit), visitor)) {
    // the first answer, which led to new codes, may have been lost
    const landing = (await readCodes(visit, visitor)) ? paths.codes : paths.onward
    return { to: at(landing, onwardOf(readFlow(deps, query))) }
  }
  cookies.drop('step')
  return backToSignIn(visit, 'expired')
}

/** With the address still in it, and the reason why (WCAG 2.2.1, 3.3.7). */
export const backToSignIn = (
  { at, deps, query }: Visit,
  news: string,
  more?: { prompt: 'login' },
): Onward => ({
  to: at(paths.signIn, { ...readFlow(deps, query).parameters, ...more, news }),
})

/** Sends a signed-in person to their destination: back to the application with a code, or to the settings. */
export const leadOn = async (visit: Visit, flow: Flow, visitor: Visitor): Promise<Onward> => {
  const { application, parameters } = flow
  if (visitor.awaitsEmail && !(application && parameters.prompt === 'none'))
    return { to: visit.at(paths.awaitEmail, onwardOf(flow)) }
  if (!application) return { to: visit.at(nextPage(parameters.next)) }
  const { isComplete, isEnough } = await worthOf(visit, visitor)
  if (isEnough) return { to: await withCode(visit, application, visitor, isComplete) }
  if (parameters.prompt === 'none') return { to: errorAt(visit.deps, application, 'login_required') }
  return { to: visit.at(paths.signIn, { ...onwardOf(flow), prompt: 'login' }) }
}

/** Whether a visit is still sufficient: its account may have gained or lost a second factor since, or may need one. */
const worthOf = async ({ deps }: Visit, { userId, methods, awaitsEmail }: Visitor) => {
  const isGuarded = (await secondStepMethods(deps, deps.db, userId)).length > 0
  const isComplete = isGuarded && haveSecondStep(methods)
  const isEnough = isComplete || (!isGuarded && !isTwoFactorRequired(deps))
  return { isComplete, isEnough: isEnough && !awaitsEmail }
}

/** On a trusted device, the second factor is older than the visit. */
const agesOf = (
  methods: readonly string[],
  { provenSecondsAgo, fullyProvenSecondsAgo }: Pick<Visitor, 'provenSecondsAgo' | 'fullyProvenSecondsAgo'>,
) =>
  methods.includes(trustedDevice.kind)
    ? { provenSecondsAgo, factorSecondsAgo: fullyProvenSecondsAgo }
    : { provenSecondsAgo: fullyProvenSecondsAgo }

const withCode = async (
  { deps, cookies }: Visit,
  { redirectUri, state, codeChallenge }: Application,
  { userId, sessionId: visitId, epoch, methods, ...proven }: Visitor,
  isComplete: boolean,
): Promise<string> => {
  // as old as this visit's: a code must not refresh a stale proof
  const proof = { epoch, methods, isComplete, ...agesOf(methods, proven) }
  const code = await issueCode(deps, { userId, visitId, ...proof, codeChallenge })
  noteSite({ deps, cookies }, redirectUri)
  return withParameters(redirectUri, { code, state, iss: deps.config.publicUrl })
}
