import vine from '@vinejs/vine'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { findEnrolment } from '#credentials/totp/queries/enrolments.ts'
import { beginApp, confirmApp } from '#flows/second-factor/at-sign-in/app.ts'
import type { Enrolled } from '#flows/second-factor/at-sign-in/complete.ts'
import { findEnrolling, readEnrolling } from '#flows/second-factor/at-sign-in/enrolling.ts'
import { confirmFirstKey } from '#flows/second-factor/at-sign-in/passkey.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { keepApp, pendingOf } from '../app-cookie.ts'
import { buttonForm, problemNote } from '../forms.ts'
import { act, type HostedPage, type Onward, type Outcome, type Visit } from '../hosted-page.ts'
import { attestationForm } from '../passkey-answer.ts'
import { paths } from '../paths.ts'
import { keepCodes } from '../settings/codes-cookie.ts'
import { firstCodeField } from '../settings/fields.ts'
import { pendingApp } from '../settings/pending-app.ts'
import { askForFirstKey } from './first-key.ts'
import { readFlow, schemeOf } from './flow.ts'
import { afterEnrolment, enrolmentChallengeOf, startOver } from './leave-enrolment.ts'
import { enter } from './next.ts'

export const enrolmentPage: HostedPage = {
  path: paths.enrolment,
  summary: 'Sets up a second factor, for a sign-in that waits for one.',
  subject: 'enrolment',

  view: async (visit, again) => {
    const { words, deps, query } = visit
    const flow = readFlow(deps, query)
    const enrolling = await findEnrolling(deps, enrolmentChallengeOf(visit))
    if (!enrolling) return afterEnrolment(visit)
    const { key } = enrolling
    const shown = await pendingOf(visit, key, await findEnrolment(deps.db, key))
    const fields = shown ? [firstCodeField(words)] : []
    return {
      title: words.enrolment.title,
      formAction: schemeOf(flow),
      content: html`${problemNote(words, again, fields)}
${shown ? pendingApp(visit, shown, again) : beginning(visit)}
${byKey(visit)}
${buttonForm(visit, words.secondStep.startOver, { act: 'start-over', look: 'plain' })}`,
    }
  },

  acts: {
    begin: act({
      run: (visit) =>
        orBack(visit, async (challenge) => {
          const { deps, at, query, client } = visit
          const { key } = await readEnrolling(deps, challenge)
          keepApp(visit, key, await beginApp(deps, challenge, client))
          return { to: at(paths.enrolment, readFlow(deps, query).parameters) }
        }),
    }),
    confirm: act({
      body: () => vine.create({ code: vine.string() }),
      run: (visit, body) =>
        finish(visit, (challenge) =>
          confirmApp(visit.deps, { challenge, code: body.code }, visit.client, 'page'),
        ),
    }),
    'begin-key': act({ run: (visit) => orBack(visit, (challenge) => askForFirstKey(visit, challenge)) }),
    'add-key': act({
      body: () => attestationForm,
      run: (visit, made) =>
        finish(visit, (challenge) =>
          confirmFirstKey(visit.deps, { challenge, ...made }, visit.client, 'page'),
        ),
    }),
    'start-over': act({ run: startOver }),
  },
}

/** Signs in, and leads to the backup codes, which continue. */
const finish = (visit: Visit, confirm: (challenge: string) => Promise<Enrolled>): Promise<Outcome> =>
  orBack(visit, (challenge) => {
    const open = async () => {
      const { row, backup } = await confirm(challenge)
      await keepCodes(visit, row, backup)
      return row
    }
    return enter(visit, readFlow(visit.deps, visit.query), open, paths.codes)
  })

const orBack = async <Next extends Outcome>(
  visit: Visit,
  work: (challenge: string) => Promise<Next>,
): Promise<Next | Onward> => {
  try {
    return await work(enrolmentChallengeOf(visit))
  } catch (error) {
    if (!isRefusedAs(error, 'invalid_challenge')) throw error
    visit.client.noteRefused?.(error)
    return afterEnrolment(visit)
  }
}

const beginning = (visit: Visit): Html =>
  html`<p>${visit.words.enrolment.lead}</p>
<p>${visit.words.settings.setUp.lead}</p>
${buttonForm(visit, visit.words.settings.setUp.begin, { act: 'begin' })}`

/** The other way, where there are passkeys. */
const byKey = (visit: Visit): Html | undefined =>
  relyingPartyOf(visit.deps.config) &&
  html`<p class="or">${visit.words.signIn.or}</p>
${buttonForm(visit, visit.words.enrolment.keyButton, { act: 'begin-key', look: 'plain' })}`
